import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Returns the statement for an SQL text, compiled on first use. */
export type Prepare = (sql: string) => StatementSync

// Several modules write to one file and share its statements.
const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** Only for SQL texts that are constants in the code: each is kept as long as the database. */
export function statementsOf(database: DatabaseSync): Prepare {
  const known = compiled.get(database) ?? new Map<string, StatementSync>()
  compiled.set(database, known)
  return (sql) => {
    const statement = known.get(sql) ?? database.prepare(sql)
    known.set(sql, statement)
    return statement
  }
}
