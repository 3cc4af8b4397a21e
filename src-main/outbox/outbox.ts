import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { AttemptRecord, EntryState, Submission } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { transition, type EntryEvent } from '#shared/outbox/transition.ts'
import { isNameOfSettled, isSettled } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { selectEntry, type KeptEntry } from './entry-codec.ts'
import { createAttempts, outcomeCode, type Attempts } from './attempts.ts'
import { createCandidates, type Candidates } from './candidates.ts'
import { createClaimRows, type ClaimRows } from './claim-rows.ts'
import { createEntryEvents, type EntryEvents } from './entry-events.ts'
import { historyOf } from './entry-history.ts'
import { tagsOf } from './entry-tags.ts'
import { createEntryWriter, type EntryWriter, type PlannedChange } from './entry-writer.ts'
import { bodyWithLinks, type FileLinks } from './links.ts'
import { EntriesAtInsurer } from './entries-at-insurer.ts'
import { LiveEntries } from './live-entries.ts'
import { OutboxCommits } from './outbox-commits.ts'
import type { LookNote, NotPossible, Outbox, OutboxFailure } from './outbox-contract.ts'
import { SqliteQueries } from './outbox-queries.ts'
import type { RowProtection } from './row-protection.ts'
import { guardStorage, UnreadableRow, type StorageFailure } from '#main/platform/storage-failure.ts'
import { inTransaction } from '#main/platform/transaction.ts'

export type { LookNote, Outbox, OutboxFailure } from './outbox-contract.ts'

/** The outbox of an open file. Entries that are not settled stay in memory, so each is unsealed once. */
export function createOutbox(database: DatabaseSync, protection: RowProtection): Outbox {
  return new SqliteOutbox(database, protection)
}

class SqliteOutbox extends SqliteQueries implements Outbox {
  readonly #database: DatabaseSync
  readonly claimRows: ClaimRows
  readonly candidates: Candidates
  readonly #attempts: Attempts
  readonly #events: EntryEvents
  readonly #writer: EntryWriter
  readonly #live = new LiveEntries()
  readonly #commits: OutboxCommits
  readonly #atInsurer: EntriesAtInsurer

  readonly sending: Outbox['sending'] = () => this.#live.inState('sending')
  readonly unconfirmed: Outbox['unconfirmed'] = () => this.#live.inState('unconfirmed')
  readonly underReview: Outbox['underReview'] = () => this.#live.inState('needs-review')
  readonly inOneCommit: Outbox['inOneCommit'] = (work) => this.#commits.group(work)
  readonly found: Outbox['found'] = (...shown) => this.#atInsurer.found(...shown)
  readonly identify: Outbox['identify'] = (...chosen) => this.#atInsurer.identify(...chosen)

  constructor(database: DatabaseSync, protection: RowProtection) {
    super(database, protection)
    this.#database = database
    this.claimRows = createClaimRows(database)
    this.#attempts = createAttempts(database, protection)
    this.#events = createEntryEvents(database)
    this.#writer = createEntryWriter(database, protection, this.#events)
    this.#commits = new OutboxCommits(database, this.#live)
    this.candidates = createCandidates(database, protection, {
      inCommit: (work) => this.#commits.run(work),
      changed: (id) => this.#refresh([id]),
    })
    this.#atInsurer = new EntriesAtInsurer({
      claimRows: this.claimRows,
      candidates: this.candidates,
      change: (id, event, also) => this.#change(id, event, also),
      inCommit: (work) => this.#commits.run(work),
      refresh: (ids) => this.#refresh(ids),
    })
    const rows = database
      .prepare(`${selectEntry} WHERE state NOT IN ('delivered', 'withdrawn') ORDER BY seq`)
      .iterate()
    for (const row of rows) for (const entry of this.opened(row)) this.#live.put(entry)
  }

  accept(
    submission: Submission,
    at: string,
    officerId: string | null = null,
  ): Result<KeptEntry, OutboxFailure> {
    const { id, body, corrects } = submission
    const tags = tagsOf(this.protection, body)
    const by = officerId === null ? {} : { by: officerId }
    const kept = guardStorage(() =>
      inTransaction(this.#database, (): Result<readonly KeptEntry[], OutboxFailure> => {
        const known = this.prepare('SELECT body_tag FROM entry WHERE id = ?').get(id)
        if (known !== undefined)
          return known['body_tag'] === tags.body ? ok([this.#readBack(id)]) : err({ type: 'id-taken' })
        const before =
          corrects === undefined
            ? null
            : this.#plan(corrects, { type: 'withdraw', at, to: 'corrected', ...by, as: id })
        if (before?.ok === false) return before
        this.#writer.insert(submission, tags, at, officerId)
        const corrected = before === null ? [] : [this.#writer.change(before.value)]
        return ok([this.#readBack(id), ...corrected])
      }),
    )
    if (!kept.ok) return kept
    if (!kept.value.ok) return kept.value
    const [entry] = kept.value.value.map((one) => this.#remember(one))
    return entry === undefined ? err({ type: 'unknown-entry' }) : ok(entry)
  }

  get(id: string): KeptEntry | null {
    return this.#live.get(id) ?? this.#read(id)
  }

  undelivered(): Iterable<KeptEntry> {
    return this.#live.all()
  }

  openAttempt(id: string, at: string): Result<KeptEntry, OutboxFailure> {
    const plan = this.#plan(id, { type: 'attempt-opened', at })
    if (!plan.ok) return plan
    return this.#commit(() => {
      this.#attempts.open(id, at)
      return this.#writer.change(plan.value)
    })
  }

  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, { type: 'attempt-closed', at, outcome }, () => {
      const message = 'serverMessage' in outcome ? outcome.serverMessage : ''
      this.#attempts.close(id, at, outcomeCode(outcome), message)
    })
  }

  apply(id: string, event: EntryEvent): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, event, () => {
      if (event.type === 'attempt-orphaned')
        this.#attempts.close(id, event.at, `uncertain/${event.cause}`, '')
    })
  }

  applyWith(id: string, event: EntryEvent, also: () => void): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, event, also)
  }

  putLinks(id: string, links: FileLinks, also?: () => void): Result<KeptEntry, OutboxFailure | NotPossible> {
    const found = guardStorage(() => this.get(id))
    if (!found.ok) return found
    const entry = found.value
    if (entry === null) return err({ type: 'unknown-entry' })
    const body = bodyWithLinks(entry, links)
    if (body === null) return err({ type: 'not-possible-now' })
    return this.#commit(() => {
      also?.()
      this.#writer.replaceBody(entry, body)
      return this.#readBack(id)
    })
  }

  reload(ids: readonly string[]): Result<readonly KeptEntry[], StorageFailure> {
    return guardStorage(() => {
      const read = ids.flatMap((id) => {
        const entry = this.#read(id)
        return entry === null ? [] : [this.#remember(entry)]
      })
      this.#live.sort()
      return read
    })
  }

  history(id: string): readonly AttemptRecord[] {
    return this.#attempts.ofEntry(id)
  }

  story(id: string): readonly HistoryLine[] {
    const entry = this.get(id)
    return entry === null
      ? []
      : historyOf(
          entry,
          this.#attempts.withMessages(id),
          this.#events.ofEntry(id),
          this.claimRows.ofEntry(id),
        )
  }

  noteLooks(notes: readonly LookNote[], at: string): Result<null, StorageFailure> {
    if (notes.length === 0) return ok(null)
    return guardStorage(() =>
      this.#commits.run(() => {
        for (const note of notes) {
          const entry = this.get(note.entryId)
          if (entry !== null) this.#events.note(entry, note, at)
        }
        return null
      }),
    )
  }

  undoDiscard(id: string, at: string): Result<KeptEntry, OutboxFailure> {
    const undone = this.inOneCommit(() => {
      const restored = this.apply(id, { type: 'discard-undone', at })
      return restored.ok ? this.#atInsurer.foundMeanwhile(restored.value, at) : restored
    })
    if (undone.ok) this.#live.sort()
    return undone
  }

  #refresh(ids: readonly string[]): void {
    for (const id of ids) this.#remember(this.#readBack(id))
  }

  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure> {
    const removed = guardStorage(() =>
      inTransaction(this.#database, () => {
        also?.()
        // Attempts, events and rows of the list are deleted with their entry (cascade).
        const remove = this.prepare('DELETE FROM entry WHERE id = ?')
        for (const id of ids) remove.run(id)
        return null
      }),
    )
    if (removed.ok) for (const id of ids) this.#live.delete(id)
    return removed
  }

  #change(
    id: string,
    event: EntryEvent,
    also: (entry: KeptEntry, next: EntryState) => void,
  ): Result<KeptEntry, OutboxFailure> {
    const plan = this.#plan(id, event)
    if (!plan.ok) return plan
    return this.#commit(() => {
      also(plan.value.entry, plan.value.next)
      return this.#writer.change(plan.value)
    })
  }

  #commit(write: () => KeptEntry): Result<KeptEntry, StorageFailure> {
    const written = guardStorage(() => this.#commits.run(write))
    return written.ok ? ok(this.#remember(written.value)) : written
  }

  #plan(id: string, event: EntryEvent): Result<PlannedChange, OutboxFailure> {
    const found = guardStorage(() => this.get(id))
    if (!found.ok) return found
    const entry = found.value
    if (entry === null) return err({ type: 'unknown-entry' })
    const next = transition(entry.body.kind, entry.state, event)
    return next.ok ? ok({ entry, event, next: next.value }) : next
  }

  #remember(entry: KeptEntry): KeptEntry {
    this.#live.put(entry)
    return entry
  }

  // One whose column said that it was settled was not opened at the start: it goes on from where it is met.
  protected override opened(row: Record<string, SQLOutputValue>): readonly KeptEntry[] {
    const opened = super.opened(row)
    if (!isNameOfSettled(row['state'])) return opened
    for (const entry of opened) {
      if (isSettled(entry.state)) continue
      this.#live.put(entry)
      this.#live.sort()
    }
    return opened
  }

  // What cannot be read back is not committed: the draft it came from stays, with its sealed copy.
  #readBack(id: string): KeptEntry {
    const entry = this.#read(id)
    if (entry === null) throw new UnreadableRow()
    return entry
  }

  #read(id: string): KeptEntry | null {
    return this.entries(`${selectEntry} WHERE id = ?`, id)[0] ?? null
  }
}
