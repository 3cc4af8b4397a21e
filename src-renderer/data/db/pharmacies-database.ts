import { Dexie, type Table } from 'dexie'
import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'

/** One page of pharmacies as the insurer returned it, in plain: pharmacies are not personal data. */
export interface PharmacyPageRow {
  /** The request: `all:3`, `search:ajao:1`, `one:17:1`. */
  readonly key: string
  /** ISO time. */
  readonly fetchedAt: string
  readonly page: PharmacyPage
}

/** What is said of the downloaded directory. */
export interface DirectoryRow {
  readonly key: 'published'
  /** ISO time at which it was read. */
  readonly fetchedAt: string
  readonly count: number
  /** The total that the insurer's pages stated. */
  readonly total: number
  /** Whether as many pharmacies were seen as every page stated. */
  readonly isComplete: boolean
  /** ISO time of a later reading that may be incomplete, so that this one stays; null where there was none. */
  readonly triedAt: string | null
}

/** Its pharmacies (search/packed-pharmacies.ts); written in one transaction with the row above. */
interface DirectoryContentRow {
  readonly key: 'published'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A download of the whole directory that is running, or paused until someone resumes it. */
export interface DirectoryRunRow {
  readonly key: 'current'
  readonly isPaused: boolean
  /** It refreshes an old directory by itself. */
  readonly isUnasked: boolean
}

/** The tables, each with its key and its indexes. */
export const tables = {
  pharmacyPages: 'key, fetchedAt',
  directory: 'key',
  directoryContent: 'key',
  directoryRun: 'key',
} as const

/** The pharmacies of one insurer. All of it can be downloaded again. */
export class PharmaciesDatabase extends Dexie {
  declare readonly pharmacyPages: Table<PharmacyPageRow, string>
  declare readonly directory: Table<DirectoryRow, DirectoryRow['key']>
  declare readonly directoryContent: Table<DirectoryContentRow, DirectoryContentRow['key']>
  declare readonly directoryRun: Table<DirectoryRunRow, DirectoryRunRow['key']>

  constructor(name: string) {
    const { indexedDB, IDBKeyRange } = globalThis
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', indexedDB, IDBKeyRange })
    this.version(1).stores(tables)
  }
}

export const databaseOf = (insurer: string): string => `claims-desk-${insurer}`
// No address has a space.
const spareOf = (name: string): string => `${name} 2`

/** The database of an insurer, opened with the first action, and again after the browser has closed it. */
export interface OpenedPharmacies {
  /** Runs an action, twice where the database fails it. @throws a bug in the action */
  use<T>(action: (database: PharmaciesDatabase) => PromiseLike<T>): Promise<Result<T, Failure>>
  close(): void
}

/** @param insurer as `insurerIn` names it: what was read from one is never another's */
export function openPharmacies(insurer: string): OpenedPharmacies {
  let opened: Promise<PharmaciesDatabase> | null = null
  const close = (): void => {
    void opened?.then((database) => database.close()).catch(() => undefined)
    opened = null
  }
  return {
    async use(action) {
      let isFull = false
      for (let attempt = 0; attempt < 2 && !isFull; attempt += 1) {
        try {
          opened ??= openNamed(databaseOf(insurer))
          return ok(await action(await opened))
        } catch (error) {
          if (!(error instanceof DOMException || error instanceof Dexie.DexieError)) throw error
          isFull = namesOf(error).includes('QuotaExceededError')
          close()
        }
      }
      return err({ type: isFull ? 'disk-full' : 'storage-unavailable' })
    },
    close,
  }
}

/**
 * Chromium reports a database that it has just deleted as a failed open, and the next open succeeds with an empty one.
 * A damaged one it may refuse forever: another takes its place.
 */
async function openNamed(name: string): Promise<PharmaciesDatabase> {
  let problem: unknown
  for (const tried of [name, name, spareOf(name)]) {
    const database = new PharmaciesDatabase(tried)
    try {
      await database.open()
      void removeOthers(name).catch(() => undefined)
      return database
    } catch (error) {
      database.close()
      problem = error
    }
  }
  throw problem
}

/** What was read from an earlier address of the environment is of no use. */
async function removeOthers(name: string): Promise<void> {
  const [environment = '', address = ''] = name.split(' ')
  // Settings that are lost name no address, until it is entered again.
  for (const { name: found = name } of address === '' ? [] : await indexedDB.databases()) {
    const isOther = found !== name && found !== spareOf(name)
    if (isOther && found.startsWith(environment)) indexedDB.deleteDatabase(found)
  }
}

// Dexie wraps the browser's error in its own and keeps the first as `inner`.
function namesOf(error: unknown): string[] {
  if (!(error instanceof Object)) return []
  const own = 'name' in error && typeof error.name === 'string' ? [error.name] : []
  return 'inner' in error ? [...own, ...namesOf(error.inner)] : own
}
