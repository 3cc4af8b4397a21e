import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBDatabase as FakeDatabase, IDBFactory, IDBObjectStore as FakeStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserVersion, contentsOf, frozenVersions, makeFrozenDatabase } from './frozen-versions.ts'
import { openDatabase } from './open-database.ts'
import { newestVersion, versions as declared } from './schema.ts'

/*
 * Proof 7 of docs/reliability.md, of the page's database: every version opened by the newest code, its upgrade broken off at each step,
 * and the newest opened by each earlier code. A new version fails here until frozen-versions.ts has it.
 */

const name = 'claims-desk-practice'
const versions = frozenVersions.map((_stores, index) => index + 1)

// eslint-disable-next-line @typescript-eslint/unbound-method -- put back, and called with its own this
const makeStore = FakeDatabase.prototype.createObjectStore
// eslint-disable-next-line @typescript-eslint/unbound-method -- the same
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

/** Opens with the newest code, finds every row of the version as it was, and writes into every table. */
async function expectWholeAndUsable(version: number): Promise<void> {
  const database = await openNewest()
  for (const [added, stores] of frozenVersions.entries()) {
    for (const [store, { row }] of Object.entries(stores)) {
      const kept: unknown[] = await database.table(store).toArray()
      expect(kept, store).toEqual(added < version ? [row] : [])
      await database.table(store).put(row)
      expect(await database.table(store).count()).toBe(1)
    }
  }
  database.close()
}

/** Runs an open whose upgrade is broken off after so many steps. @returns whether it came so far. */
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
  try {
    const database = await openNewestOnce()
    database?.close()
  } finally {
    FakeDatabase.prototype.createObjectStore = makeStore
    FakeStore.prototype.createIndex = makeIndex
  }
  return left === -1
}

/** One open with the newest declarations: `openDatabase` tries three times, and would go on by itself. */
async function openNewestOnce(): Promise<Dexie | null> {
  const database = earlierCode(newestVersion)
  try {
    return await database.open()
  } catch {
    database.close()
    return null
  }
}

/** The page's database as the code of a version declared it. */
function earlierCode(known: number): Dexie {
  const knownVersionsOnly = {
    open(which: string, version?: number) {
      if (version === undefined) throw new DOMException('The database is of a newer version', 'VersionError')
      return indexedDB.open(which, version)
    },
    databases: () => indexedDB.databases(),
  }
  const database = new Dexie(name, {
    cache: 'disabled',
    IDBKeyRange: globalThis.IDBKeyRange,
    indexedDB: knownVersionsOnly,
  })
  for (const { number, stores } of declared) if (number <= known) database.version(number).stores(stores)
  return database
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

  it.each(versions)('%i is opened by the newest code with every row, and goes on', async (version) => {
    await makeFrozenDatabase(name, version)
    await expectWholeAndUsable(version)
  })
})

describe('an upgrade that is broken off', () => {
  it.each([0, ...versions].filter((version) => version < newestVersion))(
    'from version %i leaves everything as it was, at each step, and the next open brings it up',
    async (version) => {
      for (let step = 0; ; step += 1) {
        globalThis.indexedDB = new IDBFactory()
        if (version > 0) await makeFrozenDatabase(name, version)
        const before = version > 0 ? await contentsOf(name) : null
        if (!(await brokenOff(step))) {
          expect(step).toBeGreaterThan(0)
          break
        }
        if (before !== null) expect(await contentsOf(name)).toEqual(before)
        await expectWholeAndUsable(version)
      }
    },
  )
})

describe('a database of a newer version', () => {
  it.each(versions.filter((version) => version < newestVersion))(
    'is refused by the code of version %i and left as it is',
    async (known) => {
      await makeFrozenDatabase(name, newestVersion)
      const before = await contentsOf(name)
      const database = earlierCode(known)
      await expect(database.open()).rejects.toThrow(/VersionError/)
      database.close()
      expect(await contentsOf(name)).toEqual(before)
      await expectWholeAndUsable(newestVersion)
    },
  )

  it('is refused by the newest code in words, and left as it is', async () => {
    await makeFrozenDatabase(name, newestVersion)
    const raised = indexedDB.open(name, browserVersion(newestVersion + 1))
    await new Promise((resolve) => (raised.onsuccess = resolve))
    raised.result.close()
    const before = await contentsOf(name)
    expect(await openDatabase('practice', { beginsAnew: true })).toEqual({
      ok: false,
      error: { type: 'database-newer', found: newestVersion + 1, known: newestVersion },
    })
    expect(await contentsOf(name)).toEqual(before)
    expect(await indexedDB.databases()).toHaveLength(1)
  })
})
