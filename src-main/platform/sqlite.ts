import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { err, ok, type Result } from '#shared/result.ts'

/** Why a row could not be written or read. */
export interface StorageFailure {
  readonly type: 'disk-full' | 'read-only' | 'damaged' | 'io'
}

const storageTypes: ReadonlySet<string> = new Set<StorageFailure['type']>([
  'disk-full',
  'read-only',
  'damaged',
  'io',
])

/** Whether the disk is the cause of a failure, rather than what was asked of it. */
export function isStorageFailure(failure: { readonly type: string }): failure is StorageFailure {
  return storageTypes.has(failure.type)
}

// SQLite's result codes (https://sqlite.org/rescode.html): extended ones where they have a separate meaning, otherwise
// the primary one in the low byte.
const sqliteCodes: ReadonlyMap<number, StorageFailure['type']> = new Map([
  // Another program, such as one that copies or scans files, keeps it to itself; so does EBUSY below.
  [5, 'io'],
  [8, 'read-only'],
  [10, 'io'],
  [11, 'damaged'],
  [13, 'disk-full'],
  [14, 'io'],
  [26, 'damaged'],
  // The index of the write-ahead log could not grow: SQLite reports an I/O error even when the disk is full.
  [4874, 'disk-full'],
])
const fileCodes: ReadonlyMap<unknown, StorageFailure['type']> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EIO', 'io'],
  ['EBUSY', 'io'],
  // Of a folder whose file another program still holds, for want of handles, and what Windows has no other word for.
  ['ENOTEMPTY', 'io'],
  ['EMFILE', 'io'],
  ['ENFILE', 'io'],
  ['UNKNOWN', 'io'],
])

/** A row that was just written cannot be read back; thrown so that its transaction is rolled back. */
export class UnreadableRow extends Error {}

interface CodedError extends Error {
  readonly errcode?: unknown
  readonly code?: unknown
}

/** What a thrown SQLite or file-system error means, or null when it is our own bug. */
export function storageFailureOf(thrown: unknown): StorageFailure | null {
  if (thrown instanceof UnreadableRow) return { type: 'damaged' }
  if (!(thrown instanceof Error)) return null
  const { errcode, code }: CodedError = thrown
  const type =
    typeof errcode === 'number'
      ? (sqliteCodes.get(errcode) ?? sqliteCodes.get(errcode & 0xff))
      : fileCodes.get(code)
  return type === undefined ? null : { type }
}

/** Runs storage work and returns disk failures as data. @throws anything else, because it is a bug. */
export function guardStorage<T>(work: () => T): Result<T, StorageFailure> {
  try {
    return ok(work())
  } catch (thrown) {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    return err(failure)
  }
}

/** {@link guardStorage} for asynchronous work. */
export async function guardStorageWork<T>(work: () => Promise<T>): Promise<Result<T, StorageFailure>> {
  try {
    return ok(await work())
  } catch (thrown) {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    return err(failure)
  }
}

/**
 * Writes the log of a file into the file, so that it is complete alone, and empties the log, which holds earlier versions
 * of pages. @throws where not all of it could be; closing a file tries the same, and says nothing.
 */
export function emptyLog(database: DatabaseSync): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
  if (busy !== 0) throw Object.assign(new Error('The log is in use.'), { code: 'EIO' })
}

/** A column of text that may be null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the statement for an SQL text, compiled on first use. */
export type Prepare = (sql: string) => StatementSync

// Several modules write to one file and share its statements.
const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** Only for SQL texts that are constants in the code: each is kept as long as the database. */
export function statementsOf(database: DatabaseSync): Prepare {
  const known = compiled.get(database) ?? new Map<string, StatementSync>()
  compiled.set(database, known)
  return (sql) => {
    const statement = known.get(sql) ?? database.prepare(sql)
    known.set(sql, statement)
    return statement
  }
}

/** Runs work in one transaction: all of it is committed and on the disk, or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (thrown) {
    // A full disk may have rolled it back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}
