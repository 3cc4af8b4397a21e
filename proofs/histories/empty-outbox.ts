import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#main/outbox/migrations.ts'

let idle: DatabaseSync | null = null

/** An outbox file of the newest version without a row. Laying out the tables costs more than a whole history. */
export function takeEmptyOutbox(): DatabaseSync {
  const database = idle ?? new DatabaseSync(':memory:')
  if (idle === null) migrate(database)
  idle = null
  return database
}

/** Gives it back when nothing uses it any more. */
export function giveBack(database: DatabaseSync): void {
  const tables = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'`)
    .all()
  database.exec('PRAGMA foreign_keys = OFF')
  for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`)
  database.exec('DELETE FROM sqlite_sequence')
  idle = database
}
