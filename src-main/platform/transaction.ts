import type { DatabaseSync } from 'node:sqlite'

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
