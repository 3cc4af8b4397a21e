import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startForTest } from '#proofs/insurer/calls.ts'
import { testAccessKey, testStoreAt, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import type { AccessKey } from '../keys/store-keys.ts'
import { storePlace, type OfficePlace } from './office-place.ts'
import { bucketOf } from './store-address.ts'
import { never, objectsAt } from './testing/objects.ts'

const closed = { type: 'error', code: 'AccessDenied' } as const

/** A bucket that strangers cannot open, as head office's place for how computers stand. */
async function bucket(
  accessKey: AccessKey | null = testAccessKey,
): Promise<{ readonly server: TestInsurer; readonly place: OfficePlace }> {
  const server = await startForTest({ now: () => new Date() })
  server.fileStore.faults.set('open', closed)
  const { links: _links, ...store } = { ...testStoreAt(server.port), prefix: 'office/' }
  const place = storePlace({
    store,
    folder: 'status/',
    accessKey: () => Promise.resolve(accessKey),
    open: (key) =>
      objectsAt(store.endpoint, {
        store: { ...store, links: { type: 'public', base: bucketOf(store) } },
        accessKey: key,
      }),
    signal: never,
  })
  return { server, place }
}
const namesIn = (server: TestInsurer): readonly string[] => server.files().map(({ name }) => name)

describe('head office’s bucket', () => {
  it('takes bytes and files of this computer, under the names that they have', async () => {
    const { server, place } = await bucket()
    const file = join(createTestFolder(), 'made')
    writeFileSync(file, 'a backup')
    expect(await place.put('a.json', Buffer.from('a status'))).toEqual({ ok: true, value: null })
    expect(await place.put('b.cdbackup', { file })).toEqual({ ok: true, value: null })
    const stored = new Map(server.files().map(({ name, bytes }) => [name, bytes().toString()]))
    expect(stored.get('office/status/a.json')).toBe('a status')
    expect(stored.get('office/status/b.cdbackup')).toBe('a backup')
    // It is asked once whether strangers can open it, and never read, listed or cleaned up.
    expect(namesIn(server)).toContain('office/status/claims-desk-probe.txt')
    expect(server.fileStore.requests('open')).toBe(1)
    expect(await place.names('a')).toEqual({ ok: true, value: [] })
    await place.remove(['a.json'])
    for (const call of ['list', 'delete', 'head'] as const) expect(server.fileStore.requests(call)).toBe(0)
  })

  it('gets nothing where strangers can open what is in it, and is asked again', async () => {
    const { server, place } = await bucket()
    server.fileStore.faults.clear()
    expect(await place.put('a.json', Buffer.from('a status'))).toEqual({ ok: false, error: 'store-open' })
    expect(namesIn(server)).toEqual(['office/status/claims-desk-probe.txt'])
    server.fileStore.faults.set('open', closed)
    expect(await place.put('a.json', Buffer.from('a status'))).toEqual({ ok: true, value: null })
  })

  it('refuses by words that say whose doing it is', async () => {
    const wrong = await bucket({ ...testAccessKey, secret: `${testAccessKey.secret}2` })
    expect(await wrong.place.put('a', Buffer.of(1))).toEqual({ ok: false, error: 'store-refuses' })
    expect(await (await bucket(null)).place.put('a', Buffer.of(1))).toEqual({
      ok: false,
      error: 'store-refuses',
    })
    const { server, place } = await bucket()
    server.fileStore.faults.set('put', { type: 'slow-down' })
    expect(await place.put('a', Buffer.of(1))).toEqual({ ok: false, error: 'no-connection' })
    server.fileStore.faults.clear()
    server.fileStore.faults.set('open', closed)
    server.fileStore.faults.set('put', { type: 'answer-lost', times: 1 })
    expect(await place.put('a', Buffer.of(1))).toEqual({ ok: false, error: 'no-connection' })
    expect(await place.put('a', Buffer.of(1))).toEqual({ ok: true, value: null })
  })

  it('is another place than another one', async () => {
    const { place } = await bucket()
    expect(place.at).toMatch(/\/claims\/office\/status\/$/)
  })
})
