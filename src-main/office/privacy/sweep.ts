import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '#main/platform/storage-failure.ts'

const dueName = 'sweep-due'

/** Marks, inside the transaction that removes something, that the file must be rewritten without it. */
export function markSweepDue(database: DatabaseSync): void {
  database.prepare(`INSERT OR IGNORE INTO engine_memory (name, value) VALUES (?, 'yes')`).run(dueName)
}

/** Whether a rewrite is due, for example because it was interrupted or the disk refused it. */
export function isSweepDue(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM engine_memory WHERE name = ?').get(dueName) !== undefined
}

/**
 * Rewrites the file so that no byte of removed rows stays in it or in its log. Deleting is not enough: SQLite
 * overwrites what it deletes (`secure_delete`), but not the copies left behind when a row moves to another page.
 */
export function sweep(database: DatabaseSync): Result<null, StorageFailure> {
  return guardStorage(() => {
    database.exec('VACUUM')
    emptyLog(database)
    database.prepare('DELETE FROM engine_memory WHERE name = ?').run(dueName)
    return null
  })
}

// The log holds earlier versions of pages until it is checkpointed and truncated.
function emptyLog(database: DatabaseSync): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
  if (busy !== 0) throw Object.assign(new Error('The log is in use.'), { code: 'EIO' })
}
