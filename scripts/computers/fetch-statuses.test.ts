import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { startForTest } from '#proofs/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#proofs/insurer/test-insurer.ts'
import { objectsAt, bodyOf, never } from '#main/file-store/testing/objects.ts'
import { fetchStatuses } from './fetch-statuses.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const nameOf = (n: number): string => {
  const digits = Array.from({ length: 9 }, (_, at) => letters[Math.floor(n / 32 ** at) % 32]).join('')
  return `claims-desk-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}.json`
}

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
  await put('backups/claims-desk-0000-0000-0-live-0001-2026-11-27.cdbackup', 'sealed')
  await put('status/claims-desk-probe.txt', 'a probe')
  const folder = createTestFolder()
  const fetch = (): Promise<number> => fetchStatuses(folder, store, testAccessKey)
  expect(await fetch()).toBe(count)
  const own = (): readonly string[] =>
    readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  expect(own()).toHaveLength(count)
  expect(readFileSync(join(folder, nameOf(49)), 'utf8')).toBe('status 49')
  expect(server.fileStore.requests('list')).toBe(2)
  expect(await fetch()).toBe(0)
  await put(`status/${nameOf(7)}`, 'another status')
  await objects.remove(`office/status/${nameOf(8)}`, never)
  expect(await fetch()).toBe(1)
  expect(readFileSync(join(folder, nameOf(7)), 'utf8')).toBe('another status')
  expect(own()).toHaveLength(count - 1)

  await expect(fetchStatuses(folder, store, { ...testAccessKey, secret: 'another' })).rejects.toThrow(
    /does not answer: SignatureDoesNotMatch. May the key list and read/,
  )
  server.fileStore.faults.set('get', { type: 'error', code: 'AccessDenied' })
  await put(`status/${nameOf(9)}`, 'another status')
  await expect(fetch()).rejects.toThrow(/AccessDenied/)
  // What was not read is read the next time.
  server.fileStore.faults.clear()
  expect(await fetch()).toBe(1)
})

it('keeps what it read where another one fails, and reads nothing that is no status', async () => {
  const server = await startForTest({ now: () => new Date() })
  const { links: _links, ...store } = { ...testStoreAt(server.port), prefix: '' }
  const objects = objectsAt(store.endpoint, { store: testStoreAt(server.port), accessKey: testAccessKey })
  const put = async (n: number, text: string): Promise<void> => {
    const name = `status/${nameOf(n)}`
    expect(await objects.put(name, 'text/plain', bodyOf(text), never)).toMatchObject({ ok: true })
  }
  const folder = createTestFolder()
  const fetch = (): Promise<number> => fetchStatuses(folder, store, testAccessKey)
  for (let n = 0; n < 200; n += 1) await put(n, `status ${n}`)
  await put(200, 'x'.repeat(70_000))
  await put(201, '')
  server.fileStore.faults.set('get', { type: 'error', code: 'AccessDenied', times: 1 })
  await expect(fetch()).rejects.toThrow(/AccessDenied/)
  expect(await fetch()).toBe(1)
  for (const n of [200, 201]) expect(readFileSync(join(folder, nameOf(n)), 'utf8')).toBe('')
  expect(await fetch()).toBe(0)
  server.fileStore.faults.set('list', { type: 'slow-down', times: 1 })
  expect(await fetch()).toBe(0)

  // One that went meanwhile is left out; a list that is not there is no empty one.
  await put(7, 'another status')
  server.fileStore.faults.set('get', { type: 'error', code: 'NoSuchKey', times: 1 })
  await fetch()
  expect(readFileSync(join(folder, nameOf(7)), 'utf8')).toBe('status 7')
  server.fileStore.faults.set('list', { type: 'error', code: 'NoSuchKey', times: 1 })
  await expect(fetch()).rejects.toThrow(/NoSuchKey/)
  expect(readdirSync(folder)).toHaveLength(203)

  // A name that leads elsewhere: nothing outside the folder is removed.
  const outside = join(createTestFolder(), 'notes.txt')
  writeFileSync(outside, 'ours')
  writeFileSync(join(folder, '.read-before.json'), JSON.stringify({ [relative(folder, outside)]: 'etag' }))
  expect(await fetch()).toBe(202)
  expect(readFileSync(outside, 'utf8')).toBe('ours')
})
