import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { inTransaction, storageFailureOf } from '#main/platform/sqlite.ts'

/** What could be recovered from a damaged file. */
export interface Salvage {
  readonly rescuedEntries: number
  readonly rescuedDrafts: number
  readonly unreadableRows: number
}

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
 */
export function salvage(damagedPath: string, target: DatabaseSync): Salvage {
  let damaged: DatabaseSync
  try {
    damaged = new DatabaseSync(damagedPath, { readOnly: true })
  } catch (thrown) {
    if (storageFailureOf(thrown) === null) throw thrown
    return { rescuedEntries: 0, rescuedDrafts: 0, unreadableRows: 0 }
  }
  try {
    const known = tableNamesOf(damaged)
    // A file of an older version has fewer tables; a table it never had does not count as unreadable.
    const present = salvagedTables.filter((table) => known === null || known.has(table))
    const counts = Object.fromEntries(present.map((table) => [table, copyTable(damaged, target, table)]))
    return {
      rescuedEntries: counts['entry']?.copied ?? 0,
      rescuedDrafts: counts['draft']?.copied ?? 0,
      unreadableRows: Object.values(counts).reduce((sum, { failed }) => sum + failed, 0),
    }
  } finally {
    damaged.close()
  }
}

/** The tables the file lists, or null when even that cannot be read. */
function tableNamesOf(database: DatabaseSync): ReadonlySet<unknown> | null {
  const listed = readable(database, `SELECT name FROM sqlite_master WHERE type = 'table'`)
  return listed.broken ? null : new Set(listed.rows.map((row) => row['name']))
}

function copyTable(
  damaged: DatabaseSync,
  target: DatabaseSync,
  table: (typeof salvagedTables)[number],
): { copied: number; failed: number } {
  let copied = 0
  let failed = 0
  for (const direction of ['ASC', 'DESC'] as const) {
    const rows = readable(damaged, `SELECT * FROM ${table} ORDER BY rowid ${direction}`)
    inTransaction(target, () => {
      for (const row of rows.rows) {
        const names = Object.keys(row)
        const inserted = insert(target, table, names, Object.values(row))
        if (inserted === 'copied') copied += 1
        else if (inserted === 'failed') failed += 1
      }
    })
    if (!rows.broken) return { copied, failed }
    failed += 1
  }
  return { copied, failed }
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

function insert(
  target: DatabaseSync,
  table: string,
  names: readonly string[],
  values: readonly SQLInputValue[],
): 'copied' | 'known' | 'failed' {
  // The names come from an untrusted file.
  if (names.some((name) => !/^[a-z_]+$/.test(name))) return 'failed'
  try {
    const { changes } = target
      .prepare(
        `INSERT OR IGNORE INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
         VALUES (${names.map(() => '?').join(', ')})`,
      )
      .run(...values)
    return changes === 0 ? 'known' : 'copied'
  } catch (thrown) {
    if (storageFailureOf(thrown)?.type === 'disk-full') throw thrown
    return 'failed'
  }
}
