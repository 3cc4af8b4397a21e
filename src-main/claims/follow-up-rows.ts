import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import {
  longestNote,
  longestWhom,
  type InsurerChange,
  type InsurerSays,
  type Standing,
} from '#shared/claim/follow-up.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { IdSchema } from '#shared/domain/draft.ts'
import type { ShownClaim } from '#shared/domain/received-claim.ts'
import { associated, openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { statementsOf, textOrNull } from '#main/platform/sqlite.ts'

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
  wrong: v.nullable(
    v.strictObject({
      at: moment,
      officerId,
      what: v.exactOptional(v.picklist(claimFieldNames)),
      replacedBy: v.string(),
      /** The draft that the right claim is submitted from; the entry has its id. */
      copy: v.exactOptional(IdSchema),
      isDone: v.boolean(),
      told: v.exactOptional(
        v.strictObject({ at: moment, officerId, whom: v.pipe(v.string(), v.maxLength(longestWhom)) }),
      ),
    }),
  ),
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
  return {
    /** Null where there is none, or none that opens. */
    read(entryId: string): FollowUpRow | null {
      const row = prepare('SELECT as_of, asked_at, sealed FROM follow_up WHERE entry_id = ?').get(entryId)
      const sealed = row?.['sealed']
      if (row === undefined || !(sealed instanceof Uint8Array)) return null
      const opened = openSealed(protection, RecordSchema, sealed, associated.followUp(entryId))
      return opened.ok
        ? { asOf: textOrNull(row['as_of']), askedAt: textOrNull(row['asked_at']), record: opened.value }
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

type Wrong = NonNullable<FollowUpRecord['wrong']>

/** What an officer notes of a mistake; `whom` at the insurer was told. */
export interface NotedWrong extends Pick<Wrong, 'what' | 'officerId' | 'replacedBy' | 'copy' | 'isDone'> {
  readonly whom?: string
}

/** A mistake once an officer noted this of it: who said so first, and who told the insurer when, stays. */
export function withNoted(before: Wrong | null, noted: NotedWrong, at: string): Wrong {
  const { officerId, replacedBy, isDone, whom = '' } = noted
  const { what = before?.what, copy = before?.copy } = noted
  const told = before?.isDone === true ? before.told : { at, officerId, whom }
  return {
    at: before?.at ?? at,
    officerId: before === null ? officerId : before.officerId,
    ...(what === undefined ? {} : { what }),
    replacedBy,
    ...(copy === undefined ? {} : { copy }),
    isDone,
    ...(isDone && told !== undefined ? { told } : {}),
  }
}

const mostChanges = 50

/** What was said before is kept with its time, oldest first. */
type Changes = readonly InsurerChange[]

/** What an answer says of a claim. */
export function saidBy({ status, repairEstimate, deletedAt }: ShownClaim): InsurerSays {
  return { status, estimate: repairEstimate, isDeleted: deletedAt.type !== 'missing' }
}

/** What the insurer last said; null while it was not seen to say anything. */
export function lastOf(changes: Changes): InsurerSays | null {
  const last = changes.at(-1)
  if (last === undefined) return null
  const { at: _at, ...says } = last
  return says
}

/** When the insurer last said something else than before; the first of the changes is how it was. */
export function changedAtOf(changes: Changes): string | null {
  return changes.length > 1 ? (changes.at(-1)?.at ?? null) : null
}

/** Whether the insurer said something else since an officer last looked at the claim. */
export function isNews({ changes, openedAt }: FollowUpRecord): boolean {
  const changedAt = changedAtOf(changes)
  return changedAt !== null && (openedAt === null || openedAt < changedAt)
}

/** Which status the last one followed, and when that was noticed; an estimate that changed is no other status. */
export function followedOf(changes: Changes): Standing['followed'] {
  const status = changes.at(-1)?.status
  const at = changes.findLastIndex((change) => change.status !== status)
  const [was, now] = at < 0 ? [] : changes.slice(at)
  return was === undefined || now === undefined ? null : { was: was.status, since: now.at }
}

export function saysTheSame(one: InsurerSays | null, other: InsurerSays | null): boolean {
  return (
    one?.status === other?.status && one?.estimate === other?.estimate && one?.isDeleted === other?.isDeleted
  )
}

// A status that is not there, or an amount that is no number, is no change: what was said before stands.
function withUnsaid({ status, estimate, isDeleted }: InsurerSays, before: InsurerSays): InsurerSays {
  return {
    status: status.trim() === '' ? before.status : status,
    estimate: estimate ?? before.estimate,
    isDeleted,
  }
}

/** The changes once the insurer said this; the same object where that is nothing new. @param receivedAt ISO time */
export function withSays(changes: Changes, says: InsurerSays, at: string, receivedAt: () => string): Changes {
  const before = lastOf(changes)
  // A new claim has the status 0 (spec): one that is seen with another for the first time was changed before.
  const received = { ...says, status: '0', isDeleted: false }
  const now = withUnsaid(says, before ?? received)
  if (saysTheSame(before, now)) return changes
  if (before !== null) return [...changes, { ...now, at }].slice(-mostChanges)
  return saysTheSame(received, now)
    ? [{ ...now, at }]
    : [
        { ...received, at: receivedAt() },
        { ...now, at },
      ]
}

/** Whether the last change was one of the status. */
export function isStatusChanged(changes: Changes): boolean {
  const [before, last] = changes.slice(-2)
  return last !== undefined && before?.status !== last.status
}
