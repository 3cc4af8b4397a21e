import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { inTransaction, storageFailureOf } from '#main/platform/sqlite.ts'

/** Every table of the outbox file, each after those it refers to; a test compares the list with the schema. */
export const salvagedTables = [
  'entry',
  'attempt',
  'entry_event',
  'claim_row',
  'follow_up',
  'candidate',
  'draft',
  'kept_detail',
  'attachment',
  'upload',
  'engine_memory',
] as const

/**
 * Copies what can still be read of a damaged outbox file into a new one, row by row, forwards and then backwards from
 * the end, so that one bad page loses only its own rows. Rows stay sealed; whether they can be opened shows only when
 * they are read.
 *
 * @returns how many rows could not be read. @throws what the disk says of the new file, or of opening the damaged one: that
 * succeeds whatever it holds
 */
export function salvage(damagedPath: string, target: DatabaseSync): number {
  using damaged = new DatabaseSync(damagedPath, { readOnly: true })
  const known = tableNamesOf(damaged)
  // A file of an older version has fewer tables; a table it never had does not count as unreadable.
  const present = salvagedTables.filter((table) => known === null || known.has(table))
  return present.reduce((sum, table) => sum + copyTable(damaged, target, table), 0)
}

/** The tables the file lists, or null when even that cannot be read. */
function tableNamesOf(database: DatabaseSync): ReadonlySet<unknown> | null {
  const listed = readable(database, `SELECT name FROM sqlite_master WHERE type = 'table'`)
  return listed.broken ? null : new Set(listed.rows.map((row) => row['name']))
}

/** @returns how many rows of a table could not be copied */
function copyTable(
  damaged: DatabaseSync,
  target: DatabaseSync,
  table: (typeof salvagedTables)[number],
): number {
  let failed = 0
  for (const direction of ['ASC', 'DESC'] as const) {
    const { rows, broken } = readable(damaged, `SELECT * FROM ${table} ORDER BY rowid ${direction}`)
    inTransaction(target, () => {
      for (const row of rows) if (!isCopied(target, table, row)) failed += 1
    })
    if (!broken) return failed
    failed += 1
  }
  return failed
}

function readable(
  database: DatabaseSync,
  sql: string,
): { rows: readonly Record<string, SQLInputValue>[]; broken: boolean } {
  const rows: Record<string, SQLInputValue>[] = []
  try {
    for (const row of database.prepare(sql).iterate()) rows.push(row)
    return { rows, broken: false }
  } catch {
    // A damaged file fails in many ways (no such table, malformed page, bad text); each ends this pass.
    return { rows, broken: true }
  }
}

/** Copies a row, unless it is there already. @returns false where that is impossible */
function isCopied(target: DatabaseSync, table: string, row: Record<string, SQLInputValue>): boolean {
  const names = Object.keys(row)
  // The names come from an untrusted file.
  if (names.some((name) => !/^[a-z_]+$/.test(name))) return false
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map(() => '?').join(', ')
  try {
    target
      .prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${places})`)
      .run(...Object.values(row))
    return true
  } catch (thrown) {
    // A row that the disk refuses is not lost: nothing is rescued until it takes all of them.
    if (storageFailureOf(thrown) !== null) throw thrown
    return false
  }
}
