import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { longestNote } from '#shared/claim/follow-up.ts'
import { associated, openSealed } from '#main/outbox/entry-codec.ts'
import type { RowProtection } from '#main/outbox/row-protection.ts'
import { statementsOf } from '#main/platform/sqlite.ts'
import { changedAtOf } from './insurer-says.ts'

const moment = v.string()
const maybeMoment = v.nullable(moment)
const officerId = v.nullable(v.string())

/** What is sealed of a claim that was received. */
const RecordSchema = v.strictObject({
  /** What the insurer said, oldest first. */
  changes: v.array(
    v.strictObject({
      status: v.string(),
      estimate: v.nullable(v.number()),
      isDeleted: v.boolean(),
      at: moment,
    }),
  ),
  /** Details of its policy that showed another claim, in a row. */
  strangers: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  openedAt: maybeMoment,
  note: v.nullable(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(longestNote)), at: moment, officerId }),
  ),
  wrong: v.nullable(v.strictObject({ at: moment, officerId, replacedBy: v.string(), isDone: v.boolean() })),
})
export type FollowUpRecord = Readonly<v.InferOutput<typeof RecordSchema>>

/** A row: a backup has it as it is here. */
export const FollowUpRowSchema = v.strictObject({
  /** When the insurer was last seen to say what the record holds (ISO). */
  asOf: maybeMoment,
  /** When it was last asked about it (ISO). */
  askedAt: maybeMoment,
  record: RecordSchema,
})
export type FollowUpRow = Readonly<v.InferOutput<typeof FollowUpRowSchema>>

/** Of a claim that nothing is known of yet. */
export const noFollowUp: FollowUpRow = {
  asOf: null,
  askedAt: null,
  record: { changes: [], strangers: 0, openedAt: null, note: null, wrong: null },
}

/** The follow-ups in an open outbox file. All throw what SQLite throws. */
export type FollowUpRows = ReturnType<typeof createFollowUpRows>

export function createFollowUpRows(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    /** Null where there is none, or none that opens. */
    read(entryId: string): FollowUpRow | null {
      const row = prepare('SELECT as_of, asked_at, sealed FROM follow_up WHERE entry_id = ?').get(entryId)
      const sealed = row?.['sealed']
      if (row === undefined || !(sealed instanceof Uint8Array)) return null
      const opened = openSealed(protection, RecordSchema, sealed, associated.followUp(entryId))
      return opened.ok
        ? { asOf: textOf(row['as_of']), askedAt: textOf(row['asked_at']), record: opened.value }
        : null
    },
    /** Of an entry that is gone nothing is written. */
    write(entryId: string, { asOf, askedAt, record }: FollowUpRow): void {
      prepare(
        `INSERT OR REPLACE INTO follow_up (entry_id, as_of, asked_at, changed_at, is_wrong, sealed)
           SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM entry WHERE id = ?)`,
      ).run(
        entryId,
        asOf,
        askedAt,
        changedAtOf(record.changes),
        record.wrong?.isDone === false ? 1 : 0,
        protection.seal(JSON.stringify(record), associated.followUp(entryId)),
        entryId,
      )
    },
    /** Dates a row anew without sealing it again. */
    date: (entryId: string, asOf: string) =>
      void prepare('UPDATE follow_up SET as_of = ? WHERE entry_id = ?').run(asOf, entryId),
    /** Entries with something wrong that the insurer was not told, as the plain columns have it. */
    wrong: (): readonly string[] =>
      prepare('SELECT entry_id FROM follow_up WHERE is_wrong = 1')
        .all()
        .map((row) => String(row['entry_id'])),
  }
}
