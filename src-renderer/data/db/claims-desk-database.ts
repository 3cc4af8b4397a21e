import { Dexie, type Table } from 'dexie'
import {
  versions,
  type DirectoryChunkRow,
  type DirectoryIndexRow,
  type DirectoryRow,
  type DirectoryRunPageRow,
  type DirectoryRunRow,
  type PharmacyPageRow,
} from './schema.ts'

/**
 * The page's database of one environment. It holds only what can be fetched again, since
 * Chromium's IndexedDB can be lost as a whole.
 */
export class ClaimsDeskDatabase extends Dexie {
  declare readonly pharmacyPages: Table<PharmacyPageRow, string>
  declare readonly directory: Table<DirectoryRow, DirectoryRow['key']>
  declare readonly directoryChunks: Table<DirectoryChunkRow, [string, number]>
  declare readonly directoryIndexes: Table<DirectoryIndexRow, string>
  declare readonly directoryRun: Table<DirectoryRunRow, DirectoryRunRow['key']>
  declare readonly directoryRunPages: Table<DirectoryRunPageRow, number>

  /** @param known the versions of this code; tests add a made-up next one */
  constructor(name: string, known = versions) {
    super(name, {
      chromeTransactionDurability: 'strict',
      // Reading rows again for the few lists is cheap; a second copy in memory would have to be kept in sync.
      cache: 'disabled',
      indexedDB: knownVersionsOnly,
      IDBKeyRange: globalThis.IDBKeyRange,
    })
    for (const { number, stores } of known) this.version(number).stores(stores)
  }
}

/**
 * Dexie 4 answers a VersionError by opening the newer database as it is and, where it finds the schema different,
 * patching it. A newer version's database must stay untouched, so an open without a version is refused; deleting is
 * never a repair.
 */
const knownVersionsOnly = {
  open(name: string, version?: number): IDBOpenDBRequest {
    if (version === undefined) throw new DOMException('The database is of a newer version', 'VersionError')
    return indexedDB.open(name, version)
  },
  databases: (): Promise<IDBDatabaseInfo[]> => indexedDB.databases(),
  deleteDatabase(): never {
    throw new DOMException('The database is never deleted', 'NotAllowedError')
  },
}
