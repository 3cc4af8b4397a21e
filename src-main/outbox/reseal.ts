import type { DatabaseSync } from 'node:sqlite'
import { candidateTag, CandidateRowSchema } from './candidates.ts'
import { associated, openSealed, SealedBodySchema } from './entry-codec.ts'
import { tagsOf } from './entry-tags.ts'
import type { RowProtection } from './row-protection.ts'

interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column that identifies what a sealed text belongs to. */
  readonly boundTo: string
  readonly place: (id: string) => string
}

const bodies: SealedColumn = { table: 'entry', column: 'body', boundTo: 'id', place: associated.body }
const candidates: SealedColumn = {
  table: 'candidate',
  column: 'sealed',
  boundTo: 'entry_id',
  place: associated.candidate,
}

/** Every sealed column of the outbox file; a test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  bodies,
  { table: 'entry', column: 'state_data', boundTo: 'id', place: associated.state },
  { table: 'attempt', column: 'message', boundTo: 'entry_id', place: associated.message },
  candidates,
  { table: 'draft_copy', column: 'sealed', boundTo: 'id', place: associated.draft },
  { table: 'attachment', column: 'sealed', boundTo: 'id', place: associated.attachment },
  { table: 'upload', column: 'sealed', boundTo: 'id', place: associated.upload },
]

/** The result of resealing a file, in sealed texts. */
export interface Resealed {
  readonly resealed: number
  /** Already under the new key. */
  readonly untouched: number
  /** Neither key opens them; left as they are. */
  readonly unreadable: number
}

const rowsAtOnce = 500

/**
 * Seals everything in an outbox file under another key, including the tags. Call it in a transaction, so that a file is
 * under one key or the other; a second run changes nothing. @throws SQLite's error.
 */
export function reseal(database: DatabaseSync, from: RowProtection, to: RowProtection): Resealed {
  const counts = { resealed: 0, untouched: 0, unreadable: 0 }
  for (const column of sealedColumns) {
    const { table, column: name, place } = column
    const update = database.prepare(`UPDATE ${table} SET ${name} = ? WHERE rowid = ?`)
    for (const { row, id, sealed } of sealedTexts(database, column)) {
      const plain = from.open(sealed, place(id))
      if (plain.ok) {
        update.run(to.seal(plain.value, place(id)), row)
        counts.resealed += 1
      } else counts[to.open(sealed, place(id)).ok ? 'untouched' : 'unreadable'] += 1
    }
  }
  retag(database, to)
  return counts
}

/** Whether any text in the file opens under one of these keys; null when there is none. @throws SQLite's error. */
export function opensUnder(database: DatabaseSync, keys: readonly RowProtection[]): boolean | null {
  let isEmpty = true
  for (const column of sealedColumns) {
    for (const { id, sealed } of sealedTexts(database, column)) {
      if (keys.some((key) => key.open(sealed, column.place(id)).ok)) return true
      isEmpty = false
    }
  }
  return isEmpty ? null : false
}

/** Which of two keys the file is under, judged by the first text that one of them opens; null if there is none. */
export function sealedUnder(
  database: DatabaseSync,
  keys: readonly [RowProtection, RowProtection],
): RowProtection | null {
  for (const column of sealedColumns) {
    for (const { id, sealed } of sealedTexts(database, column)) {
      const key = keys.find((one) => one.open(sealed, column.place(id)).ok)
      if (key !== undefined) return key
    }
  }
  return null
}

function retag(database: DatabaseSync, to: RowProtection): void {
  const updateEntry = database.prepare('UPDATE entry SET policy_tag = ?, body_tag = ? WHERE rowid = ?')
  for (const { row, id, sealed } of sealedTexts(database, bodies)) {
    const opened = openSealed(to, SealedBodySchema, sealed, bodies.place(id))
    if (!opened.ok) continue
    const tags = tagsOf(to, opened.value.body)
    updateEntry.run(tags.policy, tags.body, row)
  }
  const updateCandidate = database.prepare('UPDATE candidate SET key_tag = ? WHERE rowid = ?')
  for (const { row, id, sealed } of sealedTexts(database, candidates)) {
    const candidate = openSealed(to, CandidateRowSchema, sealed, candidates.place(id))
    if (candidate.ok) updateCandidate.run(candidateTag(to, id, candidate.value.key), row)
  }
}

interface SealedText {
  readonly row: number
  readonly id: string
  readonly sealed: Uint8Array
}

// A few rows at a time, because they change during the iteration and there may be many.
function* sealedTexts(
  database: DatabaseSync,
  { table, column, boundTo }: SealedColumn,
): Generator<SealedText> {
  const some = database.prepare(
    `SELECT rowid AS row, ${boundTo} AS id, ${column} AS sealed FROM ${table}
     WHERE rowid > ? AND ${column} IS NOT NULL ORDER BY rowid LIMIT ${rowsAtOnce}`,
  )
  for (let last = -1; ;) {
    const rows = some.all(last)
    for (const { row, id, sealed } of rows) {
      last = Number(row)
      if (typeof id === 'string' && sealed instanceof Uint8Array) yield { row: last, id, sealed }
    }
    if (rows.length < rowsAtOnce) return
  }
}
