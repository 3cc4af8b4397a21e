import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#main/outbox/migrations.ts'

let idle: DatabaseSync | null = null

/** An empty outbox file of the newest version. Creating the tables takes longer than a whole history. */
export function takeEmptyOutbox(): DatabaseSync {
  const database = idle ?? new DatabaseSync(':memory:')
  if (idle === null) migrate(database)
  idle = null
  return database
}

/** Releases it when nothing uses it any more. */
export function giveBack(database: DatabaseSync): void {
  const tables = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'`)
    .all()
  database.exec('PRAGMA foreign_keys = OFF')
  for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`)
  database.exec('DELETE FROM sqlite_sequence')
  idle = database
}
