import type { DatabaseSync } from 'node:sqlite'
import type { EntryState, LookPlace, UnprovableCause } from '#shared/outbox/entry.ts'
import type {
  AbsenceProof,
  CandidateStep,
  LookInVain,
  OfficerDecision,
  UncountedReason,
  UnreadReason,
} from '#shared/outbox/history.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import type { KeptEntry } from './entry-codec.ts'
import { statementsOf } from '#main/platform/sqlite.ts'

/** What is noted besides an entry's state: only codes, nothing personal. */
export type EventNote =
  | { readonly kind: 'absent'; readonly detail: LookPlace | `${LookPlace}/${AbsenceProof}` }
  | { readonly kind: 'looked'; readonly detail: LookInVain }
  | { readonly kind: 'uncounted'; readonly detail: UncountedReason }
  | { readonly kind: 'unread'; readonly detail: `${LookPlace}/${UnreadReason}` }
  | { readonly kind: 'unprovable'; readonly detail: UnprovableCause }
  | { readonly kind: 'candidate'; readonly detail: CandidateStep }
  /** The details of its policy showed it; what the list showed stands with the rows of the list. */
  | { readonly kind: 'found'; readonly detail: 'details' }
  | { readonly kind: 'officer'; readonly detail: OfficerDecision }

/** Every kind of note, for parsing stored ones. */
export const noteKinds = [
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

/** A stored note, as the file has it: its detail may be one that this version does not know. */
export interface KeptNote {
  readonly kind: EventNote['kind']
  readonly detail: string
  readonly afterAttempt: number
  readonly firstAt: string
  readonly lastAt: string
  readonly times: number
}

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
      prepare('SELECT * FROM entry_event WHERE entry_id = ? ORDER BY id')
        .all(entryId)
        .flatMap((row) => {
          const kind = noteKinds.find((known) => known === row['kind'])
          if (kind === undefined) return []
          return {
            kind,
            detail: String(row['detail']),
            afterAttempt: Number(row['after_attempt']),
            firstAt: String(row['first_at']),
            lastAt: String(row['last_at']),
            times: Number(row['times']),
          }
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
