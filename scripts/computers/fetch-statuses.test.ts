import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { objectsAt, bodyOf, never } from '#testing/file-store/objects.ts'
import { fetchStatuses } from './fetch-statuses.ts'
import type { Statuses } from './computers-by-urgency.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idOf = (n: number): string => {
  const digits = Array.from({ length: 8 }, (_, at) => letters[Math.floor(n / 32 ** at) % 32]).join('')
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}
const nameOf = (n: number): string => `claims-desk-${idOf(n)}.json`

it('reads what computers wrote into the bucket, and after that only what changed', async () => {
  const server = await startForTest({ now: () => new Date() })
  const { links: _links, ...store } = { ...testStoreAt(server.port), prefix: 'office/' }
  const objects = objectsAt(store.endpoint, {
    store: testStoreAt(server.port),
    accessKey: testAccessKey,
  })
  const put = async (name: string, text: string): Promise<void> => {
    expect(await objects.put(`office/${name}`, 'text/plain', bodyOf(text), never)).toMatchObject({ ok: true })
  }
  server.fileStore.behave({ keysPerPage: 30 })
  const count = 50
  for (let n = 0; n < count; n += 1) await put(`status/${nameOf(n)}`, `status ${n}`)
  await put('backups/claims-desk-0000-0000-live-0001-2026-11-27.cdbackup', 'sealed')
  await put('status/claims-desk-probe.txt', 'a probe')
  const seen = join(createTestFolder(), 'seen.json')
  const fetch = (): Promise<Statuses> => fetchStatuses(seen, store, testAccessKey)
  const read = (): number => server.fileStore.requests('get')
  expect([...(await fetch())].toSorted()).toEqual(
    Array.from({ length: count }, (_, n) => [idOf(n), `status ${n}`]).toSorted(),
  )
  expect(server.fileStore.requests('list')).toBe(2)
  expect(read()).toBe(count)
  expect(await fetch()).toHaveProperty('size', count)
  expect(read()).toBe(count)
  await put(`status/${nameOf(7)}`, 'another status')
  await objects.remove(`office/status/${nameOf(8)}`, never)
  const changed = await fetch()
  expect(read()).toBe(count + 1)
  expect(changed.get(idOf(7))).toBe('another status')
  expect(changed.has(idOf(8))).toBe(false)
  expect(changed.size).toBe(count - 1)

  await expect(fetchStatuses(seen, store, { ...testAccessKey, secret: 'another' })).rejects.toThrow(
    /does not answer: SignatureDoesNotMatch. May the key list and read/,
  )
  server.fileStore.faults.set('get', { type: 'error', code: 'AccessDenied' })
  await put(`status/${nameOf(9)}`, 'another status')
  await expect(fetch()).rejects.toThrow(/AccessDenied/)
  // What was not read is read the next time.
  server.fileStore.faults.clear()
  expect((await fetch()).get(idOf(9))).toBe('another status')
})

it('keeps what it read where another one fails, and reads nothing that is no status', async () => {
  const server = await startForTest({ now: () => new Date() })
  const { links: _links, ...store } = { ...testStoreAt(server.port), prefix: '' }
  const objects = objectsAt(store.endpoint, { store: testStoreAt(server.port), accessKey: testAccessKey })
  const put = async (n: number, text: string): Promise<void> => {
    const name = `status/${nameOf(n)}`
    expect(await objects.put(name, 'text/plain', bodyOf(text), never)).toMatchObject({ ok: true })
  }
  const seen = join(createTestFolder(), 'seen.json')
  const fetch = (): Promise<Statuses> => fetchStatuses(seen, store, testAccessKey)
  for (let n = 0; n < 200; n += 1) await put(n, `status ${n}`)
  await put(200, 'x'.repeat(70_000))
  await put(201, '')
  server.fileStore.faults.set('get', { type: 'error', code: 'AccessDenied', times: 1 })
  await expect(fetch()).rejects.toThrow(/AccessDenied/)
  expect(server.fileStore.requests('get')).toBe(200)
  const all = await fetch()
  expect(server.fileStore.requests('get')).toBe(201)
  expect([all.size, all.get(idOf(200)), all.get(idOf(201))]).toEqual([202, null, null])
  server.fileStore.faults.set('list', { type: 'slow-down', times: 1 })
  expect(await fetch()).toEqual(all)

  // One that went meanwhile is left out; a list that is not there is no empty one.
  await put(7, 'another status')
  server.fileStore.faults.set('get', { type: 'error', code: 'NoSuchKey', times: 1 })
  expect((await fetch()).get(idOf(7))).toBe('status 7')
  server.fileStore.faults.set('list', { type: 'error', code: 'NoSuchKey', times: 1 })
  await expect(fetch()).rejects.toThrow(/NoSuchKey/)

  // A damaged file is read anew.
  writeFileSync(seen, '{"0000-')
  expect(await fetch()).toHaveProperty('size', 202)
})

it('goes by the proxy that a variable names, and says why a store cannot be reached', async () => {
  const store = {
    endpoint: 'http://store.example',
    region: 'x',
    bucket: 'office',
    prefix: '',
    style: 'path',
  } as const
  const proxy = await loopback((_seen, response) => response.end('<ListBucketResult/>'))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const seen = join(createTestFolder(), 'seen.json')
  expect(await fetchStatuses(seen, store, testAccessKey)).toHaveProperty('size', 0)
  expect(proxy.seen[0]?.url).toContain('http://store.example/office/?list-type=2')
  const insecure = await loopback((_seen, response) => response.end(), createTestCertificate(['127.0.0.1']))
  await expect(fetchStatuses(seen, { ...store, endpoint: insecure.url }, testAccessKey)).rejects.toThrow(
    /cannot be reached: .*certificate/,
  )
})
