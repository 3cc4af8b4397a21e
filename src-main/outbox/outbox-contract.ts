import type { Product } from '#shared/domain/product.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { AttemptRecord, LookPlace, Submission } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import type { EntryEvent, ImpossibleTransition } from '#shared/outbox/transition.ts'
import type { Result } from '#shared/result.ts'
import type { Candidates } from './candidates.ts'
import type { ClaimRows } from './claim-rows.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { EventNote } from './entry-events.ts'
import type { FileLinks } from './links.ts'
import type { OutboxQueries } from './outbox-queries.ts'
import type { StorageFailure } from '#main/platform/storage-failure.ts'

export type OutboxFailure =
  | StorageFailure
  | ImpossibleTransition
  | { readonly type: 'id-taken' }
  | { readonly type: 'unknown-entry' }
  | { readonly type: 'unknown-candidate' }

/** The entry's state forbids it. */
export interface NotPossible {
  readonly type: 'not-possible-now'
}

/** What a look showed about an entry that it did not settle. */
export type LookNote = EventNote & { readonly entryId: string }

/** What an environment keeps of everything that was submitted, and what can happen to it. */
export interface Outbox extends OutboxQueries {
  /** Rows of the claim lists that belong to entries. */
  readonly claimRows: ClaimRows
  /** Claims at the insurer that may be entries of ours. */
  readonly candidates: Candidates
  /**
   * Stores a submission; it is on the disk when this returns. The same id with the same body is one entry.
   *
   * One that corrects an entry settles that in the same commit; where that is impossible, neither happens.
   *
   * @param officerId who captured it; null in an installation without officers.
   * @returns `id-taken` when the id was accepted before with a different body.
   */
  accept(submission: Submission, at: string, officerId?: string | null): Result<KeptEntry, OutboxFailure>
  get(id: string): KeptEntry | null
  /** Everything that is not settled, in the order of acceptance. */
  undelivered(): Iterable<KeptEntry>
  /** Undelivered entries with an open attempt, in no particular order. */
  sending(): Iterable<KeptEntry>
  /** Undelivered entries with an unknown outcome, in no particular order. */
  unconfirmed(): Iterable<KeptEntry>
  /** Claims that an officer must decide about, in no particular order. */
  underReview(): Iterable<KeptEntry>
  /**
   * Several changes of this outbox in one commit: all of it is on the disk when this returns `ok`. If `work` returns an
   * error or the commit fails, file and memory stay unchanged. Not for `accept` and `remove`.
   */
  inOneCommit<T>(work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure>
  /** Opens an attempt; committed before anything is sent. */
  openAttempt(id: string, at: string): Result<KeptEntry, OutboxFailure>
  /** Commits the outcome of an attempt. */
  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure>
  apply(id: string, event: EntryEvent): Result<KeptEntry, OutboxFailure>
  /** Like `apply`, with another write in the same transaction: both or neither. */
  applyWith(id: string, event: EntryEvent, also: () => void): Result<KeptEntry, OutboxFailure>
  /**
   * Writes links of a claim's files into its body, in one commit: only while nothing of it may have reached the insurer.
   * An empty link takes one back.
   */
  putLinks(id: string, links: FileLinks, also?: () => void): Result<KeptEntry, OutboxFailure | NotPossible>
  /** Reloads entries after something else wrote their rows. @returns those that exist. */
  reload(ids: readonly string[]): Result<readonly KeptEntry[], StorageFailure>
  /**
   * Settles an entry that the insurer shows, if it is still followed, and binds its row of the claim list.
   *
   * @param claimId null when the details of its policy showed it: they have no id.
   */
  found(
    id: string,
    product: Product,
    claimId: number | null,
    by: LookPlace,
    at: string,
  ): Result<KeptEntry, OutboxFailure>
  /**
   * An officer says that a candidate is this entry: settles it and binds the candidate's row.
   *
   * @returns `unknown-candidate` when there is none with that key, or another entry is bound to it by now.
   */
  identify(id: string, key: string, at: string): Result<KeptEntry, OutboxFailure>
  /**
   * Undoes a discard, as long as that is possible. One that the insurer showed meanwhile is received at once: it must not
   * be sent again.
   */
  undoDiscard(id: string, at: string): Result<KeptEntry, OutboxFailure>
  /** Notes what looks showed about entries whose state they do not change, all in one commit. */
  noteLooks(notes: readonly LookNote[], at: string): Result<null, StorageFailure>
  history(id: string): readonly AttemptRecord[]
  /** The full history of an entry, oldest first. */
  story(id: string): readonly HistoryLine[]
  /** Removes entries with all their data, and runs `also` before, in the same commit. The caller decides which may go. */
  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure>
}
