import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'

const dueName = 'sweep-due'

/** Says, inside the transaction that removes something, that the file is to be rewritten without it. */
export function markSweepDue(database: DatabaseSync): void {
  database.prepare(`INSERT OR IGNORE INTO engine_memory (name, value) VALUES (?, 'yes')`).run(dueName)
}

/** Whether a start or a disk cut a rewriting off. */
export function isSweepDue(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM engine_memory WHERE name = ?').get(dueName) !== undefined
}

/**
 * Rewrites the file so that no byte of removed rows stays in it or in its log. Removing alone is not enough: SQLite
 * overwrites what it deletes (`secure_delete`), but not the copies that moving a row to another page leaves behind.
 */
export function sweep(database: DatabaseSync): Result<null, StorageFailure> {
  return guardStorage(() => {
    database.exec('VACUUM')
    emptyLog(database)
    database.prepare('DELETE FROM engine_memory WHERE name = ?').run(dueName)
    return null
  })
}

// The log holds earlier versions of pages until it is written back and cut.
function emptyLog(database: DatabaseSync): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
  if (busy !== 0) throw Object.assign(new Error('The log is in use.'), { code: 'EIO' })
}
