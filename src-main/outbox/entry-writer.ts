import type { DatabaseSync } from 'node:sqlite'
import { EntryStateSchema, type EntryBody, type EntryState, type Submission } from '#shared/outbox/entry.ts'
import { initialState, type EntryEvent } from '#shared/outbox/transition.ts'
import { UnreadableRow } from '#main/platform/storage-failure.ts'
import { statementsOf, type Prepare } from '#main/platform/statements.ts'
import { mayHaveArrived } from './attempts.ts'
import { associated, endedAt, openSealed, sealBody, sealState, type KeptEntry } from './entry-codec.ts'
import { noteOf, type EntryEvents } from './entry-events.ts'
import type { EntryTags } from './entry-tags.ts'
import type { RowProtection } from './row-protection.ts'

/** A change of an entry's state that the chart allows. */
export interface PlannedChange {
  readonly entry: KeptEntry
  readonly event: EntryEvent
  readonly next: EntryState
}

/** What an attempt changes in an entry besides its state. */
type Tried = Pick<KeptEntry, 'attempts' | 'firstAttemptAt' | 'sends'>

/** The rows of entries. Writes must run in the caller's transaction, and throw what SQLite throws. */
export interface EntryWriter {
  insert(submission: Submission, tags: EntryTags, at: string, officerId: string | null): void
  /** @returns the entry as it was read back: memory never runs ahead of the file. */
  change(plan: PlannedChange): KeptEntry
  /** Seals another body in the place of an entry's own. Its tags stay: it must be equal as submitted. */
  replaceBody(entry: KeptEntry, body: EntryBody): void
}

export function createEntryWriter(
  database: DatabaseSync,
  protection: RowProtection,
  events: EntryEvents,
): EntryWriter {
  const prepare: Prepare = statementsOf(database)
  return {
    insert({ id, body }, tags, at, officerId) {
      const state = initialState(at)
      prepare(
        `INSERT INTO entry (id, kind, product, accepted_at, state, policy_tag, body_tag, body, state_data, officer_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        id,
        body.kind,
        body.kind === 'claim' ? body.product : null,
        at,
        state.name,
        tags.policy,
        tags.body,
        sealBody(protection, id, { officerId, body }),
        sealState(protection, id, state),
        officerId,
      )
      // Once accepted, the draft is the entry: its sealed copy must not come back as a draft.
      prepare('DELETE FROM draft WHERE id = ?').run(id)
    },
    change({ entry, event, next }) {
      const { id } = entry
      const tried = triedBy(entry, event)
      const note = noteOf(event, next)
      if (note !== null) events.note(entry, note, event.at)
      const state = sealState(protection, id, next)
      prepare(
        `UPDATE entry SET state = ?, settled_at = ?, state_data = ?, attempts = ?, first_attempt_at = ?, sends = ?
           WHERE id = ?`,
      ).run(next.name, endedAt(next), state, tried.attempts, tried.firstAttemptAt, tried.sends, id)
      const readBack = openSealed(protection, EntryStateSchema, state, associated.state(id))
      if (!readBack.ok) throw new UnreadableRow()
      return { ...entry, ...tried, state: readBack.value }
    },
    replaceBody({ id, officerId }, body) {
      prepare('UPDATE entry SET body = ? WHERE id = ?').run(sealBody(protection, id, { officerId, body }), id)
    },
  }
}

function triedBy({ attempts, firstAttemptAt, sends }: KeptEntry, event: EntryEvent): Tried {
  switch (event.type) {
    case 'attempt-opened':
      return { attempts: attempts + 1, firstAttemptAt: firstAttemptAt ?? event.at, sends }
    case 'attempt-closed':
      return { attempts, firstAttemptAt, sends: sends + (mayHaveArrived(event.outcome) ? 1 : 0) }
    case 'attempt-orphaned':
      return { attempts, firstAttemptAt, sends: sends + 1 }
    default:
      return { attempts, firstAttemptAt, sends }
  }
}
