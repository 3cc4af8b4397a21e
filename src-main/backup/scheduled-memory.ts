import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { statementsOf } from '../platform/statements.ts'

/** What is remembered of scheduled backups, so that a restart neither repeats nor forgets one. */
const MemorySchema = v.object({
  /** When the last one was in its folder. */
  lastAt: v.nullable(v.string()),
  lacking: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** When the first of those failed that failed since. */
  failingSince: v.nullable(v.string()),
})
export type ScheduledMemory = Readonly<v.InferOutput<typeof MemorySchema>>

const rowName = 'scheduled-backups'

/** Throws what SQLite throws. */
export function readScheduled(database: DatabaseSync): ScheduledMemory {
  const read = statementsOf(database)('SELECT value FROM engine_memory WHERE name = ?')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MemorySchema), read.get(rowName)?.['value'])
  return parsed.success ? parsed.output : { lastAt: null, lacking: 0, failingSince: null }
}

/** Throws what SQLite throws. */
export function writeScheduled(database: DatabaseSync, memory: ScheduledMemory): void {
  statementsOf(database)(
    `INSERT INTO engine_memory (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ).run(rowName, JSON.stringify(memory))
}
