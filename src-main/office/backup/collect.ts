import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { newId } from '#shared/domain/identifier.ts'
import { EntryStateSchema } from '#shared/outbox/entry.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import { createFollowUpRows } from '#main/delivery/claims/follow-up-rows.ts'
import { createAttempts, createEntryEvents } from '#main/outbox/entry-history.ts'
import type { DraftStore } from '#main/outbox/drafts/draft-store.ts'
import type { KeptEntry, RowProtection } from '#main/outbox/entry-codec.ts'
import { noteElsewhere } from '#main/outbox/engine-memory.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { BackupContent, BackupDraft, BackupEntry } from './backup-content.ts'
import { readLedger } from './backup-ledger.ts'
import { countOf, keptFilesOf, type KeptFile } from './kept-files.ts'

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
function recordsOf(
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
    tries: [...attempts.ofEntry(entry.id)],
    notes: [...events.ofEntry(entry.id)],
    rows: [...outbox.claimRows.ofEntry(entry.id)],
    candidates: [...outbox.candidates.ofEntry(entry.id)],
    followUp: followUps.read(entry.id),
  }))
}

/** Bytes of files that a scheduled backup carries at most: it goes over the office's line. */
const mostScheduledBytes = 50_000_000

/** What goes into a backup. */
interface PutOut {
  readonly content: BackupContent
  /** The files whose bytes it carries, in the order of the content. */
  readonly carried: readonly KeptFile[]
}

/**
 * Collects the content of a backup. Where this computer sends on, what is in it is noted: another computer may send it
 * first. Throws what SQLite throws.
 *
 * @param from the number of this computer
 * @returns null when there is nothing.
 */
export function putOut(
  source: BackupSource,
  from: string,
  { isScheduled }: { readonly isScheduled: boolean },
): PutOut | null {
  const { stopped } = readLedger(source.database)
  const taken = collect(source)
  const { entries, drafts } = taken
  if (entries.length + drafts.length === 0) return null
  const ids = [...entries.map((entry) => entry.id), ...drafts.map(({ draft }) => draft.id)]
  if (stopped === null) noteElsewhere(source.database, ids)
  const kept = keptFilesOf(source, taken)
  const there = kept.filter(({ isThere }) => isThere)
  const isTooMuch = isScheduled && countOf(there.map(({ file }) => file)).bytes > mostScheduledBytes
  const carried = isTooMuch ? [] : there
  return {
    content: {
      id: newId(),
      from,
      stop: stopped === null ? null : { id: stopped.id, to: stopped.to },
      entries: recordsOf(source, entries),
      drafts: [...drafts],
      files: kept.map((one) => ({ ...one.file, carried: carried.includes(one) })),
    },
    carried,
  }
}
