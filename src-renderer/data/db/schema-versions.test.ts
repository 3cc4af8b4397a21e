import 'fake-indexeddb/auto'
import { IDBDatabase as FakeDatabase, IDBFactory, IDBObjectStore as FakeStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClaimsDeskDatabase } from './claims-desk-database.ts'
import { contentsOf, frozenVersions, makeFrozenDatabase } from '#proofs/versions/page-versions.ts'
import { openDatabase } from './open-database.ts'
import { newestVersion, versions as known } from './schema.ts'

/*
 * Proof 7 of docs/reliability.md for the page's database: every version is upgraded to a made-up next one, interrupted
 * at each step, and the next one is opened by today's code. A new version fails here until page-versions.ts has it.
 */

const name = 'claims-desk-practice'
const versions = frozenVersions.map((_stores, index) => index + 1)
const nextVersion = newestVersion + 1
/** One additional store, and one additional index on a store with rows. */
const withNext = [
  ...known,
  { number: nextVersion, stores: { madeUp: 'id, at', directoryIndexes: 'snapshotId, at' } },
]

// oxlint-disable-next-line typescript/unbound-method -- put back, and called with its own this
const makeStore = FakeDatabase.prototype.createObjectStore
// oxlint-disable-next-line typescript/unbound-method -- the same
const makeIndex = FakeStore.prototype.createIndex

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
async function openNewest() {
  const opened = await openDatabase('practice')
  if (!opened.ok) throw new Error(opened.error.type)
  expect(opened.value.generation).toBe(1)
  return opened.value.database
}

/** Opens with the next version's code, expects every row unchanged, and writes to every table. */
async function expectWholeAndUsable(version: number): Promise<void> {
  const database = new ClaimsDeskDatabase(name, withNext)
  await database.open()
  expect(database.verno).toBe(nextVersion)
  for (const [added, stores] of frozenVersions.entries()) {
    for (const [store, { row }] of Object.entries(stores)) {
      const kept: unknown[] = await database.table(store).toArray()
      expect(kept, store).toEqual(added < version ? [row] : [])
      await database.table(store).put(row)
      expect(await database.table(store).count()).toBe(1)
    }
  }
  await database.table('madeUp').put({ id: 1, at: 1 })
  database.close()
}

/** Runs an open whose upgrade is interrupted after `step` steps. @returns whether it got that far. */
async function brokenOff(step: number): Promise<boolean> {
  let left = step
  const counted = <T>(transaction: IDBTransaction | null, work: () => T): T => {
    if (left === 0) {
      left = -1
      transaction?.abort()
    }
    left -= left > 0 ? 1 : 0
    return work()
  }
  FakeDatabase.prototype.createObjectStore = function (...parameters) {
    const made = makeStore.apply(this, parameters)
    return counted(made.transaction, () => made)
  }
  FakeStore.prototype.createIndex = function (...parameters) {
    const made = makeIndex.apply(this, parameters)
    return counted(this.transaction, () => made)
  }
  const database = new ClaimsDeskDatabase(name, withNext)
  try {
    await database.open()
  } catch {
    // The caller checks what is left of the database.
  } finally {
    database.close()
    FakeDatabase.prototype.createObjectStore = makeStore
    FakeStore.prototype.createIndex = makeIndex
  }
  return left === -1
}

describe('a version of the page’s database', () => {
  it('is frozen', () => {
    expect(versions.at(-1)).toBe(newestVersion)
  })

  it('is what its frozen stores say', async () => {
    await makeFrozenDatabase(name, newestVersion)
    const frozen = await contentsOf(name)
    globalThis.indexedDB = new IDBFactory()
    const database = await openNewest()
    for (const stores of frozenVersions) {
      for (const [store, { row }] of Object.entries(stores)) await database.table(store).put(row)
    }
    database.close()
    expect(await contentsOf(name)).toEqual(frozen)
  })

  it.each(versions)('%i is upgraded to the next one with every row, and stays usable', async (version) => {
    await makeFrozenDatabase(name, version)
    await expectWholeAndUsable(version)
  })
})

describe('an interrupted upgrade', () => {
  // 0: there is no database yet.
  it.each([0, ...versions])(
    'from version %i leaves everything as it was, at each step, and the next open brings it up',
    async (version) => {
      let steps = 0
      for (; ; steps += 1) {
        globalThis.indexedDB = new IDBFactory()
        if (version > 0) await makeFrozenDatabase(name, version)
        const before = version > 0 ? await contentsOf(name) : null
        if (!(await brokenOff(steps))) break
        if (before !== null) expect(await contentsOf(name)).toEqual(before)
        await expectWholeAndUsable(version)
      }
      expect(steps).toBeGreaterThan(2)
    },
  )
})

describe('a database of a newer version', () => {
  it('is refused with a failure, and left untouched', async () => {
    await makeFrozenDatabase(name, newestVersion)
    const next = new ClaimsDeskDatabase(name, withNext)
    await next.open()
    next.close()
    const before = await contentsOf(name)
    expect(await openDatabase('practice')).toEqual({
      ok: false,
      error: { type: 'database-newer', found: nextVersion, known: newestVersion },
    })
    expect(await contentsOf(name)).toEqual(before)
    expect(await indexedDB.databases()).toHaveLength(1)
    await expectWholeAndUsable(newestVersion)
  })
})
