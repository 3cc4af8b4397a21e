import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { statementsOf, type Prepare } from '#main/platform/sqlite.ts'

const rowName = 'elsewhere'
const IdsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/**
 * Notes drafts and entries of which another computer has a copy by now: it may send them first. Those that are no draft
 * and were received are taken out; a discard may still be undone. Throws what SQLite throws.
 */
export function noteElsewhere(database: DatabaseSync, ids: readonly string[]): void {
  const statement = statementsOf(database)
  const isOpen = statement(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM draft WHERE id = :id)
       OR EXISTS (SELECT 1 FROM entry WHERE id = :id AND state <> 'delivered')`,
  )
  const kept = [...new Set([...elsewhere(statement), ...ids])].filter(
    (id) => isOpen.get({ id }) !== undefined,
  )
  statement(
    `INSERT INTO engine_memory (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ).run(rowName, JSON.stringify(kept))
}

/** What was noted. Throws what SQLite throws. */
export function elsewhere(prepare: Prepare): readonly string[] {
  const value = prepare('SELECT value FROM engine_memory WHERE name = ?').get(rowName)?.['value']
  const ids = v.safeParse(IdsSchema, value)
  return ids.success ? ids.output : []
}
