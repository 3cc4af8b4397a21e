import type { DatabaseSync } from 'node:sqlite'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import { statementsOf } from '../platform/statements.ts'

/** What is noted besides an entry's state: only codes, nothing personal. */
export interface EventNote {
  readonly kind: 'absent' | 'uncounted' | 'unread' | 'officer'
  readonly detail: string | null
}

/** A stored note: repeats after the same attempt are one row with a count. */
export interface KeptNote extends EventNote {
  readonly afterAttempt: number
  readonly firstAt: string
  readonly lastAt: string
  readonly times: number
}

/** Events of entries besides their attempts, in the order they happened, regardless of the clock. */
export interface EntryEvents {
  /** Adds a note inside the caller's transaction. @throws SQLite's error. */
  note(entry: { readonly id: string; readonly attempts: number }, note: EventNote, at: string): void
  ofEntry(entryId: string): readonly KeptNote[]
}

const kinds = ['absent', 'uncounted', 'unread', 'officer'] as const

export function createEntryEvents(database: DatabaseSync): EntryEvents {
  const prepare = statementsOf(database)
  return {
    note({ id, attempts }, { kind, detail }, at) {
      // Readings repeat while an entry is unconfirmed; counting them in one row keeps its history short.
      const again =
        kind === 'officer'
          ? { changes: 0 }
          : prepare(
              `UPDATE entry_event SET times = times + 1, last_at = ?
                 WHERE entry_id = ? AND after_attempt = ? AND kind = ? AND detail IS ?`,
            ).run(at, id, attempts, kind, detail)
      if (again.changes !== 0) return
      prepare(
        `INSERT INTO entry_event (entry_id, after_attempt, kind, detail, first_at, last_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(id, attempts, kind, detail, at, at)
    },
    ofEntry: (entryId) =>
      prepare('SELECT * FROM entry_event WHERE entry_id = ? ORDER BY id')
        .all(entryId)
        .flatMap((row) => {
          const kind = kinds.find((known) => known === row['kind'])
          if (kind === undefined) return []
          return {
            kind,
            detail: typeof row['detail'] === 'string' ? row['detail'] : null,
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
    case 'absent-in-list': {
      const led = isWaiting(next) ? 'sent-again' : 'asked-officer'
      return { kind: 'absent', detail: event.proved ? led : null }
    }
    case 'officer-accepts':
      return { kind: 'officer', detail: 'accepted-as-sent' }
    case 'officer-resends':
      return { kind: 'officer', detail: 'sent-again' }
    case 'withdraw':
      return { kind: 'officer', detail: event.to === 'draft' ? 'to-draft' : 'discarded' }
    case 'handed-over':
    case 'hand-over-ended':
      return { kind: 'officer', detail: event.type }
    case 'attempt-opened':
    case 'attempt-closed':
    case 'attempt-orphaned':
    case 'found-in-list':
      return null
  }
}
