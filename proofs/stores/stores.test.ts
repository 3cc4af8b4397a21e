import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { ok } from '#shared/result.ts'
import { bodyOf, never, objectsAt, optionsFor } from '#testing/file-store/objects.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { checkStore } from '#main/file-store/check-store.ts'
import { officeBucket } from '#main/file-store/office-bucket.ts'
import { asFileStore } from '#main/file-store/store-address.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import type { ObjectStoreOptions } from '#main/file-store/s3-requests.ts'
import { fetchStatuses } from '../../scripts/computers/fetch-statuses.ts'
import { swift, type RunningStore } from './real-store.ts'

const mebibyte = 1024 * 1024
const minutes = (count: number): number => count * 60_000

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

if (!swift.isInstalled) {
  process.stdout.write(`stores: Swift skipped, because the package ${swift.package} is not installed\n`)
}

describe.runIf(swift.isInstalled)('Swift', () => {
  let server: RunningStore
  let open: FileStore

  beforeAll(async () => {
    server = await swift.start()
    open = await server.makeBucket('open', 'links')
  }, 90_000)
  afterAll(() => server.stop())

  const options = (store: FileStore, changed: Partial<ObjectStoreOptions> = {}): ObjectStoreOptions => ({
    ...optionsFor(store.endpoint, { store, accessKey: server.accessKey }),
    ...changed,
  })
  const client = (store: FileStore) => objectsAt(store.endpoint, { store, accessKey: server.accessKey })
  const check = (store: FileStore, changed: Partial<ObjectStoreOptions> = {}) =>
    checkStore(options(store, changed), never)

  it('takes how computers stand and their backups, and gives back what is new', async () => {
    const { links: _links, ...store } = await server.makeBucket('office', 'closed')
    const place = (folder: string) =>
      officeBucket({
        store,
        folder,
        accessKey: () => Promise.resolve(server.accessKey),
        open: (accessKey) => createObjectStore(options(asFileStore(store), { accessKey })),
        publicBases: () => [],
        now: () => new Date(),
        signal: never,
      })
    const seen = createTestFolder()
    const backup = join(seen, 'made.cdbackup')
    writeFileSync(backup, randomBytes(3 * mebibyte))
    expect(await place('backups/').put('claims-desk-0.cdbackup', { file: backup })).toEqual(ok(null))
    const nameOf = (n: number): string => `claims-desk-0000-000${n}.json`
    for (const n of [1, 2, 3])
      expect(await place('status/').put(nameOf(n), Buffer.from(`status ${n}`))).toEqual(ok(null))
    const kept = join(seen, 'seen.json')
    const fetch = () => fetchStatuses(kept, store, server.accessKey)
    expect((await fetch()).size).toBe(3)
    expect(await place('status/').put(nameOf(2), Buffer.from('another status'))).toEqual(ok(null))
    expect([...(await fetch()).values()].toSorted()).toEqual(['another status', 'status 1', 'status 3'])
    await expect(fetchStatuses(kept, store, { ...server.accessKey, secret: 'another' })).rejects.toThrow(
      /list and read/,
    )
  })

  it('keeps a file, proves it, opens its link and removes it', async () => {
    const objects = client(open)
    const bytes = randomBytes(300_000)
    const name = 'claims/0123456789abcdef0123456789abcdef.jpg'
    expect(await objects.put(name, 'image/jpeg', bodyOf(bytes), never)).toEqual(ok({ etag: md5(bytes) }))
    expect(await objects.head(name, never)).toEqual(ok({ size: 300_000, etag: md5(bytes) }))
    const link = objects.link(name)
    expect(await objects.opens(link, 300_000, never)).toEqual(ok(null))
    expect(await objects.opens(link, 300_001, never)).toMatchObject({ error: { problem: 'link-not-public' } })
    const shown = await fetch(link)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await objects.remove(name, never)).toEqual(ok(null))
    expect(await objects.remove(name, never)).toEqual(ok(null))
    expect(await objects.head(name, never)).toEqual(ok(null))
    expect(await objects.opens(link, 300_000, never)).toMatchObject({ error: { problem: 'link-not-public' } })
  })

  it('keeps a file of odd letters', async () => {
    const objects = client(open)
    const name = "claims/a b+c&d=e'f(g)*h!~ü€/%41.pdf"
    expect(await objects.put(name, 'application/pdf', bodyOf(Buffer.from('odd')), never)).toMatchObject({
      ok: true,
    })
    expect(await objects.head(name, never)).toMatchObject({ value: { size: 3 } })
    expect(await objects.opens(objects.link(name), 3, never)).toMatchObject({ ok: true })
  })

  it('takes a file as large as they may be in one request', async () => {
    const objects = client(open)
    const bytes = randomBytes(attachmentLimits.fileSize)
    const name = 'claims/large.pdf'
    expect(await objects.put(name, 'application/pdf', bodyOf(bytes), never)).toEqual(ok({ etag: md5(bytes) }))
    expect(await objects.opens(objects.link(name), bytes.length, never)).toEqual(ok(null))
    const shown = Buffer.from(await (await fetch(objects.link(name))).arrayBuffer())
    expect(md5(shown)).toBe(md5(bytes))
  })

  it('refuses bytes that changed on the way', async () => {
    const changed = {
      ...bodyOf(Buffer.from('as it was')),
      sha256: createHash('sha256').update('else').digest('hex'),
    }
    expect(await client(open).put('claims/x.txt', 'text/plain', changed, never)).toMatchObject({
      error: { problem: 'busy' },
    })
  })

  it('is told apart by its check', async () => {
    const { id, secret } = server.accessKey
    expect(await check(open)).toEqual({ type: 'works', isListable: false, removes: true })
    const listed = await server.makeBucket('listed', 'list')
    expect(await check(listed)).toEqual({ type: 'works', isListable: true, removes: true })
    expect(await check(open, { accessKey: { id, secret: `${secret}2` } })).toMatchObject({
      problem: 'wrong-key',
    })
    expect(await check(open, { accessKey: { id: 'other:one', secret } })).toMatchObject({
      problem: 'wrong-key',
    })
    expect(await check({ ...open, bucket: 'missing' })).toMatchObject({ problem: 'no-bucket' })
    expect(await check({ ...open, region: 'eu-west-2' })).toMatchObject({ problem: 'no-bucket' })
    const closed = await server.makeBucket('closed-links', 'closed')
    expect(await check(closed)).toMatchObject({ problem: 'link-not-public' })
    const now = (): Date => new Date(Date.now() + minutes(20))
    const late = await check(open, { now })
    expect(late).toMatchObject({ problem: 'clock-wrong' })
    const aheadMs = late.type === 'problem' ? late.clockAheadMs : null
    expect(Math.abs((aheadMs ?? 0) - minutes(20))).toBeLessThan(5000)
  })
})
