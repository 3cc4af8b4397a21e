import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { statementsOf } from '#main/platform/sqlite.ts'

/** What is remembered of scheduled backups, so that a restart neither repeats nor forgets one. */
const ScheduledSchema = v.object({
  /** When the last one was written. */
  lastAt: v.nullable(v.string()),
  /** The number of the last one. */
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  lacking: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** When the first failure after the last success happened. */
  failingSince: v.nullable(v.string()),
})
export type ScheduledMemory = Readonly<v.InferOutput<typeof ScheduledSchema>>

const LedgerSchema = v.object({
  takenIn: v.array(v.object({ id: v.string(), at: v.string() })),
  /** When the last file was written. */
  lastAt: v.nullable(v.string()),
  scheduled: ScheduledSchema,
})
/** What an outbox remembers about backups. */
export type Ledger = Readonly<v.InferOutput<typeof LedgerSchema>>

export const nothingScheduled: ScheduledMemory = {
  ...{ lastAt: null, number: 0, lacking: 0, failingSince: null },
}
const nothing: Ledger = { takenIn: [], lastAt: null, scheduled: nothingScheduled }
const rowName = 'backups'

/** Throws what SQLite throws. */
export function readLedger(database: DatabaseSync): Ledger {
  const read = statementsOf(database)('SELECT value FROM engine_memory WHERE name = ?')
  const value = read.get(rowName)?.['value']
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), LedgerSchema), value)
  return parsed.success ? parsed.output : nothing
}

/** Changes a part of it, inside the caller's transaction where something else depends on it. Throws what SQLite throws. */
export function changeLedger(database: DatabaseSync, change: Partial<Ledger>): void {
  statementsOf(database)(
    `INSERT INTO engine_memory (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ).run(rowName, JSON.stringify({ ...readLedger(database), ...change }))
}
