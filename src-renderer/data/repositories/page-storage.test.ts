import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#shared/result.ts'
import type { ClaimsDeskDatabase } from '../db/claims-desk-database.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'

let storage: PageStorage
let runs: number

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  const opened = await openPageStorage('practice')
  if (!opened.ok) throw new Error(opened.error.type)
  storage = opened.value
  runs = 0
})
afterEach(() => storage.close())

function use<T>(
  action: (database: ClaimsDeskDatabase, run: number) => PromiseLike<T>,
): Promise<Result<T, DatabaseFailure>> {
  return storage.use((database) => {
    runs += 1
    return action(database, runs)
  })
}

const run = (id: string) => ({
  key: 'current' as const,
  id,
  startedAt: '2026-11-20T09:00:00.000Z',
  isPaused: false,
  isUnasked: false,
})

describe('an action on the page’s database', () => {
  it('is not retried when the database refuses it', async () => {
    const row = run('made-up')
    await storage.use((database) => database.directoryRun.add(row))
    const answer = await use((database) => database.directoryRun.add(row))
    expect(answer).toEqual({ ok: false, error: { type: 'database-unavailable', reason: 'other' } })
    expect(runs).toBe(1)
  })

  it('is not retried when the disk is full', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- put back below, called with its own this
    const realPut = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const answer = await use((database) => database.directoryRun.put(run('made-up')))
    IDBObjectStore.prototype.put = realPut
    expect(answer).toEqual({ ok: false, error: { type: 'database-unavailable', reason: 'disk-full' } })
    expect(runs).toBe(1)
  })

  it('throws its own bug, once, instead of blaming the database', async () => {
    await expect(use(() => Promise.reject(new TypeError('a mistake')))).rejects.toThrow('a mistake')
    expect(runs).toBe(1)
  })

  it('is retried on the reopened database when the browser had closed it', async () => {
    const answer = await use((database, time) => {
      if (time === 1) database.close()
      return database.directoryRun.put(run('made-up'))
    })
    expect([answer.ok, runs]).toEqual([true, 2])
    const read = await storage.use((database) => database.directoryRun.get('current'))
    expect(read.ok && read.value?.id).toBe('made-up')
  })
})
