import type { DatabaseSync } from 'node:sqlite'

/** How many files of these entries lie in the file store, those that are to be removed included. Throws what SQLite throws. */
export function countUploaded(database: DatabaseSync, entryIds: readonly string[]): number {
  const count = database.prepare(
    `SELECT count(*) AS n FROM upload WHERE entry_id = ? AND state IN ('proved', 'linked', 'unwanted')`,
  )
  return entryIds.reduce((sum, id) => sum + Number(count.get(id)?.['n'] ?? 0), 0)
}

const leave = `DELETE FROM upload WHERE state = 'linked'`

/**
 * Leaves the files of received claims that are about to go in the file store: the insurer may open their links at any
 * time, and the store's own lifecycle ends them. Throws what SQLite throws.
 */
export function leaveReceived(database: DatabaseSync, entryIds: readonly string[]): void {
  const received = database.prepare(
    `${leave} AND entry_id IN (SELECT id FROM entry WHERE id = ? AND state = 'delivered')`,
  )
  for (const id of entryIds) received.run(id)
}

/** The same of claims that were lost in a damaged file: the insurer may have them. Throws what SQLite throws. */
export function leaveLost(database: DatabaseSync): void {
  database.prepare(`${leave} AND entry_id NOT IN (SELECT id FROM entry)`).run()
}
