import type { DatabaseSync } from 'node:sqlite'
import type * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import {
  EntryStateSchema,
  type AttemptRecord,
  type EntryState,
  type Submission,
} from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import {
  initialState,
  transition,
  type EntryEvent,
  type ImpossibleTransition,
} from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  entryOfRow,
  BaselineSchema,
  associated,
  openSealed,
  sealBaseline,
  sealBody,
  sealState,
  type Baseline,
  type KeptEntry,
} from './entry-codec.ts'
import { createAttempts, outcomeCode, type Attempts } from './attempts.ts'
import { createClaimRows, type ClaimRows } from './claim-rows.ts'
import { createEntryEvents, noteOf, type EntryEvents, type EventNote } from './entry-events.ts'
import { historyOf } from './entry-history.ts'
import { tagsOf } from './entry-tags.ts'
import { LiveEntries } from './live-entries.ts'
import { SqliteQueries, type OutboxQueries } from './outbox-queries.ts'
import type { RowProtection } from './row-protection.ts'
import { guardStorage, UnreadableRow, type StorageFailure } from '../platform/storage-failure.ts'
import { inTransaction } from '../platform/transaction.ts'

export type OutboxFailure =
  StorageFailure | ImpossibleTransition | { readonly type: 'id-taken' } | { readonly type: 'unknown-entry' }

/** What a reading showed about an entry that it did not settle. */
export interface ReadingNote extends EventNote {
  readonly entryId: string
}

/** What happens to an entry. */
export interface EntryChange {
  readonly id: string
  readonly event: EntryEvent
}

export interface Outbox extends OutboxQueries {
  /** Rows of the claim lists that belong to entries. */
  readonly claimRows: ClaimRows
  /**
   * Stores a submission; it is on the disk when this returns. The same id with the same body is one entry.
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
  /**
   * Opens and closes attempts in one commit: all of it is on the disk when this returns `ok`. If `work` returns an
   * error or the commit fails, file and memory stay unchanged. For `openAttempt` and `closeAttempt` only.
   */
  inOneCommit<T>(work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure>
  /** Opens an attempt; committed before anything is sent. */
  openAttempt(id: string, baseline: Baseline | null, at: string): Result<KeptEntry, OutboxFailure>
  /** Commits the outcome of an attempt; the baselines of claims in flight in parallel include it from now on. */
  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure>
  apply(id: string, event: EntryEvent): Result<KeptEntry, OutboxFailure>
  /** Like `apply`, with another write in the same transaction: both or neither. */
  applyWith(id: string, event: EntryEvent, also: () => void): Result<KeptEntry, OutboxFailure>
  /** Like `apply` for several entries, with another write, in one transaction: all of it or nothing. */
  applyAll(changes: readonly EntryChange[], also: () => void): Result<readonly KeptEntry[], OutboxFailure>
  /** Reloads entries after something else wrote their rows. @returns those that exist. */
  reload(ids: readonly string[]): Result<readonly KeptEntry[], StorageFailure>
  /** Binds a row of the claim list to its entry and settles the entry with it, if the entry is still followed. */
  found(id: string, product: Product, claimId: number, at: string): Result<KeptEntry, OutboxFailure>
  /** Notes what a reading showed about entries whose state it does not change, all in one commit. */
  noteReadings(notes: readonly ReadingNote[], at: string): Result<null, StorageFailure>
  history(id: string): readonly AttemptRecord[]
  /** The full history of an entry, oldest first. */
  story(id: string): readonly HistoryLine[]
  /** Removes entries with all their data, and runs `also` in the same commit. The caller decides which may go. */
  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure>
}

interface PlannedChange {
  readonly entry: KeptEntry
  readonly event: EntryEvent
  readonly next: EntryState
}

/** What an attempt changes in an entry besides its state. */
type Tried = Pick<KeptEntry, 'attempts' | 'baseline'>

/** The outbox of an open file. Entries that are not settled stay in memory, so each is unsealed once. */
export function createOutbox(database: DatabaseSync, protection: RowProtection): Outbox {
  return new SqliteOutbox(database, protection)
}

class SqliteOutbox extends SqliteQueries implements Outbox {
  readonly #database: DatabaseSync
  readonly claimRows: ClaimRows
  readonly #attempts: Attempts
  readonly #events: EntryEvents
  readonly #live = new LiveEntries()
  #isGrouping = false

  constructor(database: DatabaseSync, protection: RowProtection) {
    super(database, protection)
    this.#database = database
    this.claimRows = createClaimRows(database)
    this.#attempts = createAttempts(database, protection)
    this.#events = createEntryEvents(database)
    const rows = database
      .prepare(`SELECT * FROM entry WHERE state NOT IN ('delivered', 'withdrawn') ORDER BY seq`)
      .iterate()
    for (const row of rows) {
      const entry = entryOfRow(protection, row)
      if (entry.ok) this.#live.put(entry.value)
    }
  }

  accept(
    submission: Submission,
    at: string,
    officerId: string | null = null,
  ): Result<KeptEntry, OutboxFailure> {
    const { id, body } = submission
    const tags = tagsOf(this.protection, body)
    const state = initialState(at)
    const kept = guardStorage(() =>
      inTransaction(this.#database, (): KeptEntry | 'id-taken' => {
        const known = this.prepare('SELECT body_tag FROM entry WHERE id = ?').get(id)
        if (known !== undefined) return known['body_tag'] === tags.body ? this.#readBack(id) : 'id-taken'
        this.prepare(
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
          sealBody(this.protection, id, body),
          sealState(this.protection, id, state),
          officerId,
        )
        // Once accepted, the draft is the entry: its sealed copy must not come back as a draft.
        this.prepare('DELETE FROM draft_copy WHERE id = ?').run(id)
        return this.#readBack(id)
      }),
    )
    if (!kept.ok) return kept
    return kept.value === 'id-taken' ? err({ type: 'id-taken' }) : ok(this.#remember(kept.value))
  }

  get(id: string): KeptEntry | null {
    return this.#live.get(id) ?? this.#read(id)
  }

  undelivered(): Iterable<KeptEntry> {
    return this.#live.all()
  }

  sending(): Iterable<KeptEntry> {
    return this.#live.inState('sending')
  }

  unconfirmed(): Iterable<KeptEntry> {
    return this.#live.inState('unconfirmed')
  }

  inOneCommit<T>(work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure> {
    const group = (): Result<T, OutboxFailure> => {
      this.#isGrouping = true
      try {
        const result = work()
        if (this.#database.isTransaction) this.#database.exec(result.ok ? 'COMMIT' : 'ROLLBACK')
        return result
      } finally {
        this.#isGrouping = false
        // A full disk may have rolled it back already.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      }
    }
    const done = guardStorage(() => this.#live.inGroup(group, ({ ok: isKept }) => isKept))
    return done.ok ? done.value : done
  }

  openAttempt(id: string, baseline: Baseline | null, at: string): Result<KeptEntry, OutboxFailure> {
    const plan = this.#plan(id, { type: 'attempt-opened', at })
    if (!plan.ok) return plan
    const { entry } = plan.value
    // The first baseline stays: a late row of the first attempt must still count as ours after a second attempt.
    const tried = { attempts: entry.attempts + 1, baseline: entry.baseline ?? baseline }
    return this.#commit(() => {
      this.#attempts.open(id, at)
      return this.#write(plan.value, tried)
    })
  }

  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure> {
    let beside: readonly KeptEntry[] = []
    const closed = this.#change(id, { type: 'attempt-closed', at, outcome }, (entry, next) => {
      const message = 'serverMessage' in outcome ? outcome.serverMessage : ''
      this.#attempts.close(id, at, outcomeCode(outcome), message)
      if (isReceived(next)) beside = this.#raiseBeside(entry)
    })
    if (closed.ok) for (const other of beside) this.#live.put(other)
    return closed
  }

  // A list proves nothing about a claim sent in parallel unless it contains this delivered claim too.
  #raiseBeside({ id, body }: KeptEntry): readonly KeptEntry[] {
    const raised: KeptEntry[] = []
    if (body.kind !== 'claim') return raised
    const write = this.prepare('UPDATE entry SET baseline = ? WHERE id = ?')
    for (const other of this.#live.inState('sending')) {
      const { baseline } = other
      if (other.id === id || baseline === null) continue
      if (other.body.kind !== 'claim' || other.body.product !== body.product) continue
      const higher = { ...baseline, count: baseline.count + 1 }
      write.run(sealBaseline(this.protection, other.id, higher), other.id)
      raised.push({ ...other, baseline: higher })
    }
    return raised
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

  applyAll(changes: readonly EntryChange[], also: () => void): Result<readonly KeptEntry[], OutboxFailure> {
    const planned: PlannedChange[] = []
    for (const { id, event } of changes) {
      const plan = this.#plan(id, event)
      if (!plan.ok) return plan
      planned.push(plan.value)
    }
    const written = guardStorage(() =>
      inTransaction(this.#database, () => {
        also()
        return planned.map((plan) => this.#write(plan))
      }),
    )
    return written.ok ? ok(written.value.map((entry) => this.#remember(entry))) : written
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

  noteReadings(notes: readonly ReadingNote[], at: string): Result<null, StorageFailure> {
    if (notes.length === 0) return ok(null)
    return guardStorage(() =>
      inTransaction(this.#database, () => {
        for (const note of notes) {
          const entry = this.get(note.entryId)
          if (entry !== null) this.#events.note(entry, note, at)
        }
        return null
      }),
    )
  }

  found(id: string, product: Product, claimId: number, at: string): Result<KeptEntry, OutboxFailure> {
    const settled = this.#change(id, { type: 'found-in-list', at, claimId }, () => {
      this.claimRows.bind(product, claimId, id, false, at)
    })
    if (settled.ok || settled.error.type !== 'impossible-transition') return settled
    // The entry is no longer followed, but its row must not settle another entry.
    const bound = guardStorage(() => this.claimRows.bind(product, claimId, id, false, at))
    return bound.ok ? settled : bound
  }

  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure> {
    const removed = guardStorage(() =>
      inTransaction(this.#database, () => {
        // Attempts, events and rows of the list are deleted with their entry (cascade).
        const remove = this.prepare('DELETE FROM entry WHERE id = ?')
        for (const id of ids) remove.run(id)
        also?.()
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
      return this.#write(plan.value)
    })
  }

  // In a group the first change begins the transaction, and the group ends it.
  #commit(write: () => KeptEntry): Result<KeptEntry, StorageFailure> {
    const written = guardStorage(() => {
      if (!this.#isGrouping) return inTransaction(this.#database, write)
      if (!this.#database.isTransaction) this.#database.exec('BEGIN IMMEDIATE')
      return write()
    })
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

  // Memory holds what was read back before the commit, so it never runs ahead of the file.
  #write({ entry, event, next }: PlannedChange, { attempts, baseline }: Tried = entry): KeptEntry {
    const { id } = entry
    const note = noteOf(event, next)
    if (note !== null) this.#events.note(entry, note, event.at)
    const state = sealState(this.protection, id, next)
    this.prepare('UPDATE entry SET state = ?, settled_at = ?, state_data = ? WHERE id = ?').run(
      next.name,
      'at' in next ? next.at : null,
      state,
      id,
    )
    const written = { ...entry, attempts, state: this.#opened(EntryStateSchema, state, associated.state(id)) }
    if (attempts === entry.attempts) return written
    const sealed = baseline === null ? null : sealBaseline(this.protection, id, baseline)
    this.prepare('UPDATE entry SET attempts = ?, baseline = ? WHERE id = ?').run(attempts, sealed, id)
    if (sealed === null) return { ...written, baseline }
    return { ...written, baseline: this.#opened(BaselineSchema, sealed, associated.baseline(id)) }
  }

  #opened<S extends v.GenericSchema>(schema: S, sealed: Uint8Array, data: string): v.InferOutput<S> {
    const opened = openSealed(this.protection, schema, sealed, data)
    if (!opened.ok) throw new UnreadableRow()
    return opened.value
  }

  #remember(entry: KeptEntry): KeptEntry {
    this.#live.put(entry)
    return entry
  }

  // What cannot be read back is not committed: the draft it came from stays, with its sealed copy.
  #readBack(id: string): KeptEntry {
    const entry = this.#read(id)
    if (entry === null) throw new UnreadableRow()
    return entry
  }

  #read(id: string): KeptEntry | null {
    return this.entries('SELECT * FROM entry WHERE id = ?', id)[0] ?? null
  }
}
