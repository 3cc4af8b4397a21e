/*
 * The stores of each version of the page's database, created with plain IndexedDB and frozen when the version is
 * released. A new version adds its own. Rows are as that version wrote them.
 */

interface FrozenStore {
  readonly keyPath: string | readonly string[]
  readonly indexes?: readonly string[]
  readonly row: object
}

const at = '2026-11-20T09:00:00.000Z'
const sealed = Uint8Array.from({ length: 64 }, (_, index) => (index * 37) % 256)
const pharmacy = {
  id: 7,
  code: 'PH-7',
  name: 'Ọ̀ṣun Pharmacy',
  state: 'Lagos',
  lga: 'Ikeja',
  address: '1 Test Street',
  updatedAt: null,
}
const page = { pharmacies: [pharmacy], page: 1, lastPage: 1, total: 1 }

/** What each version added, oldest first. */
export const frozenVersions: readonly Readonly<Record<string, FrozenStore>>[] = [
  {
    pharmacyPages: { keyPath: 'key', indexes: ['fetchedAt'], row: { key: 'all:1', fetchedAt: at, page } },
    directory: {
      keyPath: 'key',
      row: {
        key: 'published',
        snapshotId: 'd1',
        fetchedAt: at,
        count: 1,
        total: 1,
        isComplete: true,
        triedAt: null,
      },
    },
    directoryChunks: { keyPath: ['snapshotId', 'index'], row: { snapshotId: 'd1', index: 0, bytes: sealed } },
    directoryIndexes: { keyPath: 'snapshotId', row: { snapshotId: 'd1', parts: { words: sealed } } },
    directoryRun: { keyPath: 'key', row: { key: 'current', id: 'r1', startedAt: at, isPaused: true } },
    directoryRunPages: {
      keyPath: 'page',
      row: {
        page: 1,
        runId: 'r1',
        total: 1,
        lastPage: 1,
        pharmacies: [pharmacy],
        fetchedAt: at,
      },
    },
  },
]

/** Dexie multiplies its version numbers by ten. */
const browserVersion = (version: number): number => version * 10

/** Creates a database of a version with its rows, and closes it. */
export async function makeFrozenDatabase(name: string, version: number): Promise<void> {
  const opening = indexedDB.open(name, browserVersion(version))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onerror = () => reject(new Error(opening.error?.name))
    opening.onsuccess = () => resolve(opening.result)
    opening.onupgradeneeded = () => {
      for (const stores of frozenVersions.slice(0, version)) {
        for (const [store, { keyPath, indexes = [], row }] of Object.entries(stores)) {
          const path = typeof keyPath === 'string' ? keyPath : [...keyPath]
          const made = opening.result.createObjectStore(store, { keyPath: path })
          for (const index of indexes) made.createIndex(index, index)
          made.put(row)
        }
      }
    }
  })
  database.close()
}

/** The version and full content of a database, read with plain IndexedDB. */
export async function contentsOf(name: string): Promise<{
  readonly version: number
  readonly stores: Readonly<Record<string, unknown>>
}> {
  const opening = indexedDB.open(name)
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error(opening.error?.name))
  })
  const names = [...database.objectStoreNames]
  const rows = await Promise.all(
    names.map(async (store) => {
      const { keyPath, indexNames } = database.transaction(store).objectStore(store)
      const asking: IDBRequest<unknown[]> = database.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => (asking.onsuccess = resolve))
      return [store, { keyPath, indexes: [...indexNames], rows: asking.result }] as const
    }),
  )
  const { version } = database
  database.close()
  return { version, stores: Object.fromEntries(rows) }
}
