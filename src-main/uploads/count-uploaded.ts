import type { DatabaseSync } from 'node:sqlite'

/** How many files of these entries lie in the file store, those that are to be removed included. Throws what SQLite throws. */
export function countUploaded(database: DatabaseSync, entryIds: readonly string[]): number {
  const count = database.prepare(
    `SELECT count(*) AS n FROM upload WHERE entry_id = ? AND state IN ('proved', 'linked', 'unwanted')`,
  )
  return entryIds.reduce((sum, id) => sum + Number(count.get(id)?.['n'] ?? 0), 0)
}
