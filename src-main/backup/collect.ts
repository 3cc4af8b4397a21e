import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { EntryStateSchema } from '#shared/outbox/entry.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import { createFollowUpRows } from '../claims/follow-up-rows.ts'
import { createAttempts } from '../outbox/attempts.ts'
import type { DraftStore } from '../drafts/draft-store.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { createEntryEvents } from '../outbox/entry-events.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { RowProtection } from '../outbox/row-protection.ts'
import type { BackupDraft, BackupEntry } from './backup-content.ts'

export interface BackupSource {
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly outbox: Outbox
  readonly drafts: DraftStore
  /** Beside it lie the files of claims. */
  readonly outboxFile: string
}

/** The content of a backup of an outbox. */
export interface Collected {
  readonly entries: readonly KeptEntry[]
  readonly drafts: readonly BackupDraft[]
}

const everySettled = 1_000_000_000

/**
 * Everything another computer needs to continue, and what the insurer already has, so that the two can be told
 * apart. A withdrawn entry is included only if a row of it may still appear.
 */
export function collect({ outbox, drafts }: BackupSource): Collected {
  const settled = outbox
    .settled(everySettled)
    .filter(({ state, attempts }) => !isWithdrawn(state) || attempts > 0)
  return {
    entries: [...settled, ...outbox.undelivered()].sort((a, b) => a.seq - b.seq),
    drafts: drafts.kept().map(({ draft, officerId }) => ({ draft, officerId })),
  }
}

/** Entries in the form a backup stores, with their history. Throws what SQLite throws. */
export function recordsOf(
  { database, protection, outbox }: BackupSource,
  entries: readonly KeptEntry[],
): BackupEntry[] {
  const attempts = createAttempts(database, protection)
  const events = createEntryEvents(database)
  const followUps = createFollowUpRows(database, protection)
  return entries.map((entry) => ({
    id: entry.id,
    officerId: entry.officerId,
    acceptedAt: entry.acceptedAt,
    attempts: entry.attempts,
    body: entry.body,
    // A state is read-only, and the parts of a backup are not.
    state: v.parse(EntryStateSchema, entry.state),
    firstAttemptAt: entry.firstAttemptAt,
    sends: entry.sends,
    tries: [...attempts.withMessages(entry.id)],
    notes: [...events.ofEntry(entry.id)],
    rows: [...outbox.claimRows.ofEntry(entry.id)],
    candidates: [...outbox.candidates.ofEntry(entry.id)],
    followUp: followUps.read(entry.id),
  }))
}
