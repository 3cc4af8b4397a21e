import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import {
  lookPlaces,
  reviewCauses,
  type EntryState,
  type LookPlace,
  type UnprovableCause,
} from '#shared/outbox/entry.ts'
import {
  absenceProofs,
  candidateSteps,
  looksInVain,
  officerDecisions,
  unreadReasons,
  type HistoryLine,
  type AbsenceProof,
  type CandidateStep,
  type LookInVain,
  type OfficerDecision,
  type UnreadReason,
} from '#shared/outbox/history.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { statementsOf } from '#main/platform/sqlite.ts'
import type { SeenRow } from './insurer-claims.ts'
import { associated, type KeptEntry, type RowProtection } from './entry-codec.ts'

/** An attempt with the insurer's own words; '' where there are none. Backups have it like this too. */
export const ReportedAttemptSchema = v.strictObject({
  openedAt: v.string(),
  closedAt: v.nullable(v.string()),
  outcome: v.nullable(v.string()),
  serverMessage: v.string(),
})
export type ReportedAttempt = Readonly<v.InferOutput<typeof ReportedAttemptSchema>>

/** The attempts of each entry and their outcomes. Writes must run in the caller's transaction. */
export type AttemptRows = ReturnType<typeof createAttempts>

export function createAttempts(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  const messageIn = (entryId: string, sealed: unknown): string => {
    if (!(sealed instanceof Uint8Array)) return ''
    const text = protection.open(sealed, associated.message(entryId))
    return text.ok ? text.value : ''
  }
  return {
    open: (entryId: string, at: string) =>
      void prepare('INSERT INTO attempt (entry_id, opened_at) VALUES (?, ?)').run(entryId, at),
    /** Closes the open attempt. @param serverMessage stored sealed; '' stores none. */
    close(entryId: string, at: string, outcome: string, serverMessage: string): void {
      const message =
        serverMessage === '' ? null : protection.seal(serverMessage, associated.message(entryId))
      prepare(
        `UPDATE attempt SET closed_at = ?, outcome = ?, message = ?
           WHERE entry_id = ? AND closed_at IS NULL`,
      ).run(at, outcome, message, entryId)
    },
    ofEntry: (entryId: string): readonly ReportedAttempt[] =>
      prepare(
        `SELECT opened_at AS openedAt, closed_at AS closedAt, outcome, message FROM attempt
           WHERE entry_id = ? ORDER BY id`,
      )
        .all(entryId)
        .map(({ message, ...attempt }) =>
          v.parse(ReportedAttemptSchema, { ...attempt, serverMessage: messageIn(entryId, message) }),
        ),
  }
}

/** Whether an attempt with this outcome may have reached the insurer. */
export function mayHaveArrived(outcome: AttemptOutcome): boolean {
  switch (outcome.type) {
    case 'delivered':
    case 'rejected':
    case 'uncertain':
      return true
    case 'not-sent':
    case 'key-refused':
    case 'forbidden':
    case 'rate-limited':
      return false
  }
}

/** The stored code of an outcome, with what distinguishes failures, such as `uncertain/server-error/502`. */
export function outcomeCode(outcome: AttemptOutcome): string {
  if (outcome.type === 'not-sent') return `not-sent/${outcome.cause}`
  if (outcome.type !== 'uncertain') return outcome.type
  if (outcome.code !== undefined) return `uncertain/${outcome.cause}/${outcome.code}`
  const status = outcome.httpStatus === null ? '' : `/${outcome.httpStatus}`
  return `uncertain/${outcome.cause}${status}`
}

/** What is noted besides an entry's state: only codes, nothing personal. */
export type EventNote =
  | { readonly kind: 'absent'; readonly detail: LookPlace | `${LookPlace}/${AbsenceProof}` }
  | { readonly kind: 'looked'; readonly detail: LookInVain }
  | { readonly kind: 'uncounted'; readonly detail: 'shorter' }
  | { readonly kind: 'unread'; readonly detail: `${LookPlace}/${UnreadReason}` }
  | { readonly kind: 'unprovable'; readonly detail: UnprovableCause }
  | { readonly kind: 'candidate'; readonly detail: CandidateStep }
  /** The details of its policy showed it; what the list showed stands with the rows of the list. */
  | { readonly kind: 'found'; readonly detail: 'details' }
  | { readonly kind: 'officer'; readonly detail: OfficerDecision }

const noteKinds = [
  'absent',
  'looked',
  'uncounted',
  'unread',
  'unprovable',
  'candidate',
  'found',
  'officer',
] as const satisfies readonly EventNote['kind'][]
/** Repeats of these after the same attempt are one line with a count. */
const counted: ReadonlySet<EventNote['kind']> = new Set([
  'absent',
  'looked',
  'uncounted',
  'unread',
  'candidate',
])

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A stored note, as the file and backups have it: its detail may be one that this version does not know. */
export const KeptNoteSchema = v.strictObject({
  kind: v.picklist(noteKinds),
  detail: v.string(),
  afterAttempt: whole,
  firstAt: v.string(),
  lastAt: v.string(),
  times: whole,
})
export type KeptNote = Readonly<v.InferOutput<typeof KeptNoteSchema>>

/** Events of entries besides their attempts, in the order they happened, regardless of the clock. */
export type EntryEvents = ReturnType<typeof createEntryEvents>

export function createEntryEvents(database: DatabaseSync) {
  const prepare = statementsOf(database)
  return {
    /** Adds a note inside the caller's transaction. @throws SQLite's error. */
    note(
      { id, attempts }: Pick<KeptEntry, 'id' | 'attempts'>,
      { kind, detail }: EventNote,
      at: string,
    ): void {
      // Readings repeat while an entry is unconfirmed; counting them in one row keeps its history short.
      const again = counted.has(kind)
        ? prepare(
            `UPDATE entry_event SET times = times + 1, last_at = ?
               WHERE entry_id = ? AND after_attempt = ? AND kind = ? AND detail = ?`,
          ).run(at, id, attempts, kind, detail).changes
        : 0
      if (again !== 0) return
      prepare(
        `INSERT INTO entry_event (entry_id, after_attempt, kind, detail, first_at, last_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(id, attempts, kind, detail, at, at)
    },
    ofEntry: (entryId: string): readonly KeptNote[] =>
      prepare(
        `SELECT kind, detail, after_attempt AS afterAttempt, first_at AS firstAt, last_at AS lastAt, times
           FROM entry_event WHERE entry_id = ? ORDER BY id`,
      )
        .all(entryId)
        .flatMap((row) => {
          const note = v.safeParse(KeptNoteSchema, row)
          return note.success ? note.output : []
        }),
  }
}

/** The note a change adds to an entry's history; null when its attempts already show the change. */
export function noteOf(event: EntryEvent, next: EntryState): EventNote | null {
  switch (event.type) {
    case 'absent': {
      const led = isWaiting(next) ? 'sent-again' : 'asked-officer'
      return { kind: 'absent', detail: event.proved ? `${event.by}/${led}` : event.by }
    }
    case 'found':
      return event.claimId === null ? { kind: 'found', detail: 'details' } : null
    case 'cannot-be-proved':
      return { kind: 'unprovable', detail: event.why }
    case 'chosen-elsewhere':
      return { kind: 'officer', detail: event.type }
    case 'officer-identifies':
      return { kind: 'candidate', detail: 'identified' }
    case 'officer-accepts':
      return { kind: 'officer', detail: 'accepted-as-sent' }
    case 'officer-resends':
      return { kind: 'officer', detail: 'sent-again' }
    case 'withdraw':
      return { kind: 'officer', detail: event.to === 'draft' ? 'to-draft' : event.to }
    case 'discard-undone':
      return { kind: 'officer', detail: event.type }
    case 'attempt-opened':
    case 'attempt-closed':
    case 'attempt-orphaned':
    case 'refused-alone':
      return null
  }
}

/**
 * An entry's history, assembled from the stored data. Ordered by attempts and what followed each, never by the clock,
 * which may have been changed.
 */
export function historyOf(
  entry: KeptEntry,
  attempts: readonly ReportedAttempt[],
  notes: readonly KeptNote[],
  rows: readonly SeenRow[],
): readonly HistoryLine[] {
  const hasSurplus = rows.some(({ surplus }) => surplus)
  const isFound = rows.length > 0 || notes.some(({ kind }) => kind === 'found')
  const after = (attempt: number): readonly HistoryLine[] =>
    notes
      .filter(({ afterAttempt }) => afterAttempt === attempt)
      .flatMap((note) => lineOf(note, hasSurplus || (isFound && attempt === attempts.length)) ?? [])
  return [
    { type: 'accepted', at: entry.acceptedAt },
    ...after(0),
    ...attempts.flatMap((attempt, index): HistoryLine[] => [
      { type: 'attempt', number: index + 1, ...attempt },
      ...after(index + 1),
    ]),
    ...rowLines(rows),
  ]
}

/** @param turnedUp the insurer showed the claim that these notes did not find. */
function lineOf({ kind, detail, firstAt, lastAt, times }: KeptNote, turnedUp: boolean): HistoryLine | null {
  const readings = { firstAt, lastAt, times }
  const [place, what] = detail.split('/')
  const by = known(lookPlaces, place) ?? 'list'
  switch (kind) {
    case 'absent': {
      const proof = known(absenceProofs, what)
      return { type: 'absent', by, proof, isCorrected: turnedUp && proof !== null, ...readings }
    }
    case 'looked': {
      const showed = known(looksInVain, detail)
      return showed && { type: 'looked', showed, ...readings }
    }
    case 'unprovable': {
      const why = known(reviewCauses, detail)
      return why === null || why === 'absent-again' ? null : { type: 'unprovable', at: firstAt, why }
    }
    case 'candidate': {
      const step = known(candidateSteps, detail)
      return step && { type: 'candidate', step, ...readings }
    }
    case 'found':
      return { type: 'found', at: firstAt, claimId: null }
    case 'uncounted':
      return { type: 'uncounted', ...readings }
    case 'unread':
      return { type: 'unread', by, reason: known(unreadReasons, what) ?? 'other', ...readings }
    case 'officer': {
      const decision = known(officerDecisions, detail)
      return decision && { type: 'officer', at: firstAt, decision }
    }
  }
}

/** A stored code, where this version knows it. */
function known<T extends string>(codes: readonly T[], stored: string | undefined): T | null {
  return codes.find((code) => code === stored) ?? null
}

function rowLines(rows: readonly SeenRow[]): readonly HistoryLine[] {
  const acknowledgedAt =
    rows.find((row) => row.surplus && row.acknowledgedAt !== null)?.acknowledgedAt ?? null
  return [
    ...rows.map(({ claimId, surplus, seenAt }): HistoryLine => {
      return { type: surplus ? 'surplus' : 'found', at: seenAt, claimId: Math.abs(claimId) }
    }),
    ...(acknowledgedAt === null ? [] : [{ type: 'surplus-acknowledged', at: acknowledgedAt } as const]),
  ]
}
