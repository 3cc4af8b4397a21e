import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPharmacies, type OpenedPharmacies, type PharmaciesDatabase } from './pharmacies-database.ts'

const run = { key: 'current', isPaused: false, isUnasked: true } as const
let pharmacies: OpenedPharmacies
let runs: number

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  pharmacies = openPharmacies('practice')
  runs = 0
})
afterEach(() => {
  pharmacies.close()
  vi.restoreAllMocks()
})

function use<T>(action: (database: PharmaciesDatabase, run: number) => PromiseLike<T>) {
  return pharmacies.use((database) => {
    runs += 1
    return action(database, runs)
  })
}

describe('an action on the page’s database', () => {
  it('fails where the database refuses it twice', async () => {
    await pharmacies.use((database) => database.directoryRun.add(run))
    const answer = await use((database) => database.directoryRun.add(run))
    expect(answer).toEqual({ ok: false, error: { type: 'storage-unavailable' } })
    expect(runs).toBe(2)
  })

  it('is not retried when the disk is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const answer = await use((database) => database.directoryRun.put(run))
    expect(answer).toEqual({ ok: false, error: { type: 'disk-full' } })
    expect(runs).toBe(1)
  })

  it('throws its own bug, once, instead of blaming the database', async () => {
    await expect(use(() => Promise.reject(new TypeError('a mistake')))).rejects.toThrow('a mistake')
    expect(runs).toBe(1)
  })

  it('is retried on the reopened database when the browser had closed it', async () => {
    const answer = await use((database, time) => {
      if (time === 1) database.close()
      return database.directoryRun.put(run)
    })
    expect([answer.ok, runs]).toEqual([true, 2])
    expect(await use((database) => database.directoryRun.get('current'))).toEqual({ ok: true, value: run })
  })
})

describe('another address of an environment', () => {
  async function at<T>(insurer: string, action: (database: PharmaciesDatabase) => PromiseLike<T>) {
    const opened = openPharmacies(insurer)
    return await opened.use(action).finally(() => opened.close())
  }
  const put = (insurer: string) => at(insurer, (database) => database.directoryRun.put(run))
  const read = (insurer: string) => at(insurer, (database) => database.directoryRun.toArray())

  it('has nothing of the one before, of which nothing stays; other environments keep theirs', async () => {
    await put('practice')
    await put('live https://a.example')
    await put('sandbox https://a.example')
    // Without an address nothing new can be read, and what is there stays.
    expect(await read('sandbox ')).toEqual({ ok: true, value: [] })
    expect(await read('sandbox https://a.example')).toEqual({ ok: true, value: [run] })
    expect(await read('sandbox https://b.example')).toEqual({ ok: true, value: [] })
    await vi.waitFor(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name)
      expect(names.sort()).toEqual([
        'claims-desk-live https://a.example',
        'claims-desk-practice',
        'claims-desk-sandbox https://b.example',
      ])
    })
    expect(await read('sandbox https://a.example')).toEqual({ ok: true, value: [] })
    expect(await read('practice')).toEqual({ ok: true, value: [run] })
  })
})

describe('a database that does not open', () => {
  function refuse(times: number): string[] {
    const names: string[] = []
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      names.push(name)
      if (names.length <= times) throw new DOMException('damaged', 'AbortError')
      return open(name, version)
    })
    return names
  }

  it('is opened again: Chromium deletes a damaged one, and the next open succeeds', async () => {
    const names = refuse(1)
    expect((await use((database) => database.directoryRun.put(run))).ok).toBe(true)
    expect(names).toEqual(['claims-desk-practice', 'claims-desk-practice'])
  })

  it('is replaced by another where that fails too', async () => {
    const names = refuse(2)
    expect((await use((database) => database.directoryRun.put(run))).ok).toBe(true)
    expect(names.at(-1)).toBe('claims-desk-practice 2')
  })

  it('fails what wants it where nothing opens', async () => {
    refuse(100)
    expect(await use((database) => database.directoryRun.get('current'))).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
    expect(runs).toBe(0)
  })
})
