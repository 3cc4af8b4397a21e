import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#main/outbox/migrations.ts'
import { inTransaction, statementsOf } from '#main/platform/sqlite.ts'

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
  const prepare = statementsOf(database)
  const tables = prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  prepare('PRAGMA foreign_keys = OFF').run()
  inTransaction(database, () => {
    for (const { name } of tables) prepare(`DELETE FROM ${String(name)}`).run()
  })
  idle = database
}
