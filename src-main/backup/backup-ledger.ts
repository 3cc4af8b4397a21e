import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { statementsOf } from '../platform/statements.ts'

/*
 * What a computer remembers about backups: its number, what it handed over, what it took in. All in one row, because a
 * computer that loses its record of what it took in must also lose the number by which work is handed over to it.
 */
const HandedOverSchema = v.object({
  id: v.string(),
  at: v.string(),
  /** The number of the other computer. */
  to: v.string(),
  entryIds: v.array(v.string()),
  /** Drafts that are stored but no longer shown. */
  draftIds: v.array(v.string()),
})
const TakenInSchema = v.object({
  id: v.string(),
  at: v.string(),
  from: v.string(),
  /** Entries that arrived as copies and were not settled then. */
  copyIds: v.array(v.string()),
})
const LedgerSchema = v.object({
  number: v.string(),
  handedOver: v.array(HandedOverSchema),
  takenIn: v.array(TakenInSchema),
  /** When the last file was written. */
  lastAt: v.nullable(v.string()),
})
export type HandedOver = Readonly<v.InferOutput<typeof HandedOverSchema>>
export type TakenIn = Readonly<v.InferOutput<typeof TakenInSchema>>
export type Ledger = Readonly<v.InferOutput<typeof LedgerSchema>>

const rowName = 'backups'

/** The stored ledger; a computer without one gets a new number, which the next write stores. */
export function readLedger(database: DatabaseSync): Ledger {
  const read = statementsOf(database)('SELECT value FROM engine_memory WHERE name = ?')
  const value = read.get(rowName)?.['value']
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), LedgerSchema), value)
  if (parsed.success) return parsed.output
  return { number: newBranchReference(), handedOver: [], takenIn: [], lastAt: null }
}

/** The ledger once these entries and drafts are no longer handed over, or not in that backup. */
export function withoutHandedOver(ledger: Ledger, ids: ReadonlySet<string>): Ledger {
  const isAway = (id: string): boolean => !ids.has(id)
  const handedOver = ledger.handedOver
    .map((one) => ({ ...one, entryIds: one.entryIds.filter(isAway), draftIds: one.draftIds.filter(isAway) }))
    .filter(({ entryIds, draftIds }) => entryIds.length + draftIds.length > 0)
  return { ...ledger, handedOver }
}

/** Drafts that were handed over: stored, but not shown. */
export function hiddenDrafts(ledger: Ledger): ReadonlySet<string> {
  return new Set(ledger.handedOver.flatMap(({ draftIds }) => draftIds))
}

/** Writes it, inside the caller's transaction where something else depends on it. Throws what SQLite throws. */
export function writeLedger(database: DatabaseSync, ledger: Ledger): void {
  database
    .prepare(
      `INSERT INTO engine_memory (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(rowName, JSON.stringify(ledger))
}
