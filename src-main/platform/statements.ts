import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Gives the statement of a text, compiled the first time it is asked for. */
export type Prepare = (sql: string) => StatementSync

// Several parts write to one file: they share its statements.
const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** Only for texts that stand in the code: each is kept as long as the database. */
export function statementsOf(database: DatabaseSync): Prepare {
  const known = compiled.get(database) ?? new Map<string, StatementSync>()
  compiled.set(database, known)
  return (sql) => {
    const statement = known.get(sql) ?? database.prepare(sql)
    known.set(sql, statement)
    return statement
  }
}
