import fs, { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { officeBucket, type OfficeBucket } from './office-bucket.ts'
import { asFileStore } from './store-address.ts'
import { never, objectsAt } from '#testing/file-store/objects.ts'

const closed = { type: 'error', code: 'AccessDenied' } as const

/** A bucket that strangers cannot open, as head office's for how computers stand. */
async function bucket(
  accessKey: AccessKey | null = testAccessKey,
  publicBases: () => readonly string[] = () => [],
): Promise<{ readonly server: TestInsurer; readonly place: OfficeBucket; now: Date }> {
  const server = await startForTest({ now: () => new Date() })
  server.fileStore.faults.set('open', closed)
  const { links: _links, ...store } = { ...testStoreAt(server.port), prefix: 'office/' }
  const office = { now: new Date() }
  const place = officeBucket({
    store,
    folder: 'status/',
    accessKey: () => Promise.resolve(accessKey),
    open: (accessKey) => objectsAt(store.endpoint, { store: asFileStore(store), accessKey }),
    publicBases,
    now: () => office.now,
    signal: never,
  })
  return Object.assign(office, { server, place })
}
const namesIn = (server: TestInsurer): readonly string[] => server.files().map(({ name }) => name)

it('takes bytes and files of this computer, under the names that they have', async () => {
  const { server, place } = await bucket()
  const file = join(createTestFolder(), 'made')
  writeFileSync(file, 'a backup')
  expect(await place.put('a.json', Buffer.from('a status'))).toEqual(ok(null))
  expect(await place.put('b.cdbackup', { file })).toEqual(ok(null))
  const stored = new Map(server.files().map(({ name, bytes }) => [name, bytes.toString()]))
  expect(stored.get('office/status/a.json')).toBe('a status')
  expect(stored.get('office/status/b.cdbackup')).toBe('a backup')
  // Before and after the probe it is asked whether strangers can open it, and never read, listed or cleaned up.
  expect(namesIn(server)).toContain('office/status/claims-desk-probe.txt')
  expect(server.fileStore.requests('open')).toBe(2)
  for (const call of ['list', 'delete', 'head'] as const) expect(server.fileStore.requests(call)).toBe(0)
})

it('gets no file that another program holds, and says so', async () => {
  const { place } = await bucket()
  const file = join(createTestFolder(), 'made')
  writeFileSync(file, 'a backup')
  refuseFiles(fs, 'createReadStream', 'EBUSY', (path) => path === file)
  expect(await place.put('b.cdbackup', { file })).toEqual(err('other'))
})

it('gets nothing where strangers can open what is in it, and is asked again', async () => {
  const { server, place } = await bucket()
  server.fileStore.faults.clear()
  expect(await place.put('a.json', Buffer.from('a status'))).toEqual(err('store-open'))
  expect(namesIn(server)).toEqual(['office/status/claims-desk-probe.txt'])
  server.fileStore.faults.set('open', closed)
  expect(await place.put('a.json', Buffer.from('a status'))).toEqual(ok(null))
})

it('gets nothing where strangers can open it below the address of the claims’ links', async () => {
  // Closed at its own address, open at another one: a domain in front of the bucket.
  const { server, place } = await bucket(testAccessKey, () => [front.url])
  const front = await loopback(({ url }, response) => {
    const found = server.files().find(({ name }) => `/${name}` === url)
    // It names no length.
    response.writeHead(found === undefined ? 404 : 200)
    response.end(found?.bytes)
  })
  expect(await place.put('a.json', Buffer.from('a status'))).toEqual(err('store-open'))
  expect(new Set(front.seen.map(({ url }) => url))).toEqual(new Set(['/office/status/claims-desk-probe.txt']))
  expect(namesIn(server)).toEqual(['office/status/claims-desk-probe.txt'])
})

it('is found open a minute later where it shows late what it took', async () => {
  const office = await bucket()
  const { server, place } = office
  server.fileStore.faults.clear()
  server.fileStore.behave({ shownAfterMs: 20_000 })
  const put = (): ReturnType<OfficeBucket['put']> => place.put('a.json', Buffer.from('a status'))
  expect(await put()).toMatchObject({ ok: true })
  server.moveClock(60_000)
  office.now = new Date(office.now.getTime() + 60_000)
  expect(await put()).toEqual(err('store-open'))
})

it('is tried again each day, and after the clock was set back', async () => {
  const office = await bucket()
  const { server, place } = office
  const put = (): ReturnType<OfficeBucket['put']> => place.put('a.json', Buffer.from('a status'))
  expect(await put()).toMatchObject({ ok: true })
  server.fileStore.faults.clear()
  expect(await put()).toMatchObject({ ok: true })
  office.now = new Date(office.now.getTime() + 86_400_000)
  expect(await put()).toEqual(err('store-open'))
  office.now = new Date(0)
  expect(await put()).toEqual(err('store-open'))
})

it('refuses by words that say whose doing it is', async () => {
  const wrong = await bucket({ ...testAccessKey, secret: `${testAccessKey.secret}2` })
  expect(await wrong.place.put('a', Buffer.of(1))).toEqual(err('store-refuses'))
  expect(await (await bucket(null)).place.put('a', Buffer.of(1))).toEqual(err('store-refuses'))
  const { server, place } = await bucket()
  server.fileStore.faults.set('put', { type: 'slow-down' })
  expect(await place.put('a', Buffer.of(1))).toEqual(err('no-connection'))
  server.fileStore.faults.clear()
  server.fileStore.faults.set('open', closed)
  server.fileStore.faults.set('put', { type: 'answer-lost', times: 1 })
  expect(await place.put('a', Buffer.of(1))).toEqual(err('no-connection'))
  expect(await place.put('a', Buffer.of(1))).toEqual(ok(null))
})
