import type { DatabaseSync } from 'node:sqlite'
import { nextTurn } from '#main/platform/slices.ts'
import { inTransaction, statementsOf } from '#main/platform/sqlite.ts'

/*
 * What comes in many commits, as out of a backup, and yet all of it or nothing: each row is marked until the last commit
 * takes the marks away. What was cut off before is taken back, at the latest when the file is opened.
 */
const mark = 'arriving/'

/** Something that begins to arrive. */
export interface Arriving {
  readonly id: string
  readonly as: 'entry' | 'draft'
}

/** Marks it, in the transaction that writes it. Throws what SQLite throws. */
export function markArriving(database: DatabaseSync, { id, as }: Arriving): void {
  statementsOf(database)('INSERT INTO engine_memory (name, value) VALUES (?, ?)').run(mark + id, as)
}

/** All of it is here, inside the caller's transaction. Throws what SQLite throws. */
export function haveArrived(database: DatabaseSync): void {
  statementsOf(database)(`DELETE FROM engine_memory WHERE name GLOB '${mark}*'`).run()
}

/** Takes back what never arrived whole, in slices. Throws what SQLite throws. */
export async function takeBackAll(database: DatabaseSync): Promise<void> {
  while (takeBack(database)) await nextTurn()
}

/** Takes back a part of it. @returns whether there may be more. Throws what SQLite throws. */
export function takeBack(database: DatabaseSync): boolean {
  const prepare = statementsOf(database)
  const marks = prepare(`SELECT name, value FROM engine_memory WHERE name GLOB '${mark}*' LIMIT 50`).all()
  if (marks.length === 0) return false
  inTransaction(database, () => {
    for (const { name = null, value } of marks) {
      const id = String(name).slice(mark.length)
      // Its files lie in the store for the computer it came from.
      prepare('DELETE FROM upload WHERE entry_id = ?').run(id)
      prepare(value === 'entry' ? 'DELETE FROM entry WHERE id = ?' : 'DELETE FROM draft WHERE id = ?').run(id)
      prepare('DELETE FROM engine_memory WHERE name = ?').run(name)
    }
  })
  return true
}
