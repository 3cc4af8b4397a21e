import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { products, type Product } from '#shared/domain/product.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { AttemptRecord, EntryState, EntryStateName, Submission } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import type { KeptEntryLine } from '#shared/ipc/kept-data.ts'
import { isReceived, isSending, isSettled } from '#shared/outbox/predicates.ts'
import {
  initialState,
  transition,
  type EntryEvent,
  type ImpossibleTransition,
} from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  entryOfRow,
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
import { policyTagsOf, tagsOf } from './entry-tags.ts'
import type { RowProtection } from './row-protection.ts'
import { guardStorage, UnreadableRow, type StorageFailure } from './storage-failure.ts'
import { inTransaction } from './transaction.ts'

export type OutboxFailure =
  StorageFailure | ImpossibleTransition | { readonly type: 'id-taken' } | { readonly type: 'unknown-entry' }

/** What a reading showed of an entry that it did not settle. */
export interface ReadingNote extends EventNote {
  readonly entryId: string
}

/** What happens to an entry. */
export interface EntryChange {
  readonly id: string
  readonly event: EntryEvent
}

/** An entry without what it says. */
export interface EntryLine extends KeptEntryLine {
  readonly id: string
  readonly historyLines: number
}

/** What a day's sums are made of. */
export interface DayEntries {
  readonly entries: readonly KeptEntry[]
  /** How many more there are that cannot be opened. */
  readonly unreadable: number
}

export interface Outbox {
  /** Rows of the claim lists that belong to entries. */
  readonly claimRows: ClaimRows
  /**
   * Keeps a submission; it is on the disk when this returns. The same id with the same body is one entry.
   *
   * @param officerId who captured it; null at a desk without officers.
   * @returns `id-taken` when the id was accepted before with another body.
   */
  accept(submission: Submission, at: string, officerId?: string | null): Result<KeptEntry, OutboxFailure>
  get(id: string): KeptEntry | null
  /** Everything that is not settled, in the order of acceptance. */
  undelivered(): Iterable<KeptEntry>
  /** Settled entries, newest first. */
  settled(limit: number): readonly KeptEntry[]
  /** Entries of a product that were tried at least once: what a reading of its claim list may show. */
  attempted(product: Product): readonly KeptEntry[]
  /** Opens an attempt: committed before anything is sent. */
  openAttempt(id: string, baseline: Baseline | null, at: string): Result<KeptEntry, OutboxFailure>
  /** Commits what an attempt came to; the baselines of claims that are on their way beside it count it from now on. */
  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure>
  apply(id: string, event: EntryEvent): Result<KeptEntry, OutboxFailure>
  /** `apply`, with another write in the same transaction: both or neither. */
  applyWith(id: string, event: EntryEvent, also: () => void): Result<KeptEntry, OutboxFailure>
  /** `apply` for several entries, with another write, in one transaction: all of it or nothing. */
  applyAll(changes: readonly EntryChange[], also: () => void): Result<readonly KeptEntry[], OutboxFailure>
  /** Reads entries anew after something else wrote their rows. @returns those that are there. */
  readAnew(ids: readonly string[]): Result<readonly KeptEntry[], StorageFailure>
  /** Binds a row of the claim list to its entry and, where the entry still follows it, settles the entry with it. */
  found(id: string, product: Product, claimId: number, at: string): Result<KeptEntry, OutboxFailure>
  /** Notes what a reading showed of entries whose state it does not change, all in one commit. */
  noteReadings(notes: readonly ReadingNote[], at: string): Result<null, StorageFailure>
  history(id: string): readonly AttemptRecord[]
  /** Everything that is known of how an entry came to be where it is, oldest first. */
  story(id: string): readonly HistoryLine[]
  acceptedAmong(ids: readonly string[]): readonly string[]
  /** How many were received, by who captured them. @param before leaves out what a wrong clock dated later. */
  receivedSince(at: string, before?: string): ReadonlyMap<string | null, number>
  /**
   * Everything accepted or delivered from `from` until before `until`, and what was accepted before `openBefore` and
   * is not over: not settled, or with surplus rows that nobody has acknowledged.
   */
  ofDay(bounds: { readonly from: string; readonly until: string; readonly openBefore: string }): DayEntries
  /** Entries of a policy in whatever state, also those that cannot be opened: found by their keyed tag. */
  ofPolicy(policyNumber: string): readonly EntryLine[]
  /**
   * Settled entries from before that time that nothing is owed to: no alarm of theirs waits for an officer, and no
   * claim of their policy is under way that their rows of the list could be taken for.
   */
  outlived(before: string, limit: number): readonly string[]
  /** Removes entries with all that is kept of them, and does `also` in the same commit. The caller sees to which. */
  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure>
  /** Whether any entry or draft here is an officer's who had signed in. */
  hasOfficers(): boolean
}

interface PlannedChange {
  readonly entry: KeptEntry
  readonly event: EntryEvent
  readonly next: EntryState
}

/** The outbox over an open file. Entries that are not settled stay in memory, opened once. */
export function createOutbox(database: DatabaseSync, protection: RowProtection): Outbox {
  return new SqliteOutbox(database, protection)
}

class SqliteOutbox implements Outbox {
  readonly #database: DatabaseSync
  readonly #protection: RowProtection
  readonly claimRows: ClaimRows
  readonly #attempts: Attempts
  readonly #events: EntryEvents
  readonly #live = new Map<string, KeptEntry>()

  constructor(database: DatabaseSync, protection: RowProtection) {
    this.#database = database
    this.#protection = protection
    this.claimRows = createClaimRows(database)
    this.#attempts = createAttempts(database, protection)
    this.#events = createEntryEvents(database)
    const rows = database
      .prepare(`SELECT * FROM entry WHERE state NOT IN ('delivered', 'withdrawn') ORDER BY seq`)
      .iterate()
    for (const row of rows) {
      const entry = entryOfRow(protection, row)
      if (entry.ok) this.#live.set(entry.value.id, entry.value)
    }
  }

  accept(
    submission: Submission,
    at: string,
    officerId: string | null = null,
  ): Result<KeptEntry, OutboxFailure> {
    const { id, body } = submission
    const tags = tagsOf(this.#protection, body)
    const state = initialState(at)
    const kept = guardStorage(() =>
      inTransaction(this.#database, (): KeptEntry | 'id-taken' => {
        const known = this.#database.prepare('SELECT body_tag FROM entry WHERE id = ?').get(id)
        if (known !== undefined) return known['body_tag'] === tags.body ? this.#readBack(id) : 'id-taken'
        this.#database
          .prepare(
            `INSERT INTO entry (id, kind, product, accepted_at, state, policy_tag, body_tag, body, state_data, officer_id)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            id,
            body.kind,
            body.kind === 'claim' ? body.product : null,
            at,
            state.name,
            tags.policy,
            tags.body,
            sealBody(this.#protection, id, body),
            sealState(this.#protection, id, state),
            officerId,
          )
        // Once accepted, the draft is the entry: its sealed copy must not come back as a draft.
        this.#database.prepare('DELETE FROM draft_copy WHERE id = ?').run(id)
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
    return this.#live.values()
  }

  settled(limit: number): readonly KeptEntry[] {
    return this.#entries(
      `SELECT * FROM entry WHERE state IN ('delivered', 'withdrawn') ORDER BY seq DESC LIMIT ?`,
      limit,
    )
  }

  attempted(product: Product): readonly KeptEntry[] {
    return this.#entries('SELECT * FROM entry WHERE product = ? AND attempts > 0 ORDER BY seq', product)
  }

  openAttempt(id: string, baseline: Baseline | null, at: string): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, { type: 'attempt-opened', at }, (entry) => {
      this.#attempts.open(id, at)
      // The first baseline stays: a late row of the first attempt must still count as ours after a second one.
      const first = entry.baseline ?? baseline
      this.#database
        .prepare('UPDATE entry SET attempts = attempts + 1, baseline = ? WHERE id = ?')
        .run(first === null ? null : sealBaseline(this.#protection, id, first), id)
    })
  }

  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure> {
    let beside: readonly KeptEntry[] = []
    const closed = this.#change(id, { type: 'attempt-closed', at, outcome }, (entry, next) => {
      const message = 'serverMessage' in outcome ? outcome.serverMessage : ''
      this.#attempts.close(id, at, outcomeCode(outcome), message)
      if (isReceived(next)) beside = this.#raiseBeside(entry)
    })
    if (closed.ok) for (const entry of beside) this.#remember(entry)
    return closed
  }

  // A list in which a claim is looked for that was sent beside this one must hold this one too, or it proves nothing.
  #raiseBeside({ id, body }: KeptEntry): readonly KeptEntry[] {
    const raised: KeptEntry[] = []
    if (body.kind !== 'claim') return raised
    const write = this.#database.prepare('UPDATE entry SET baseline = ? WHERE id = ?')
    for (const other of this.#live.values()) {
      const { baseline } = other
      if (other.id === id || !isSending(other.state) || baseline === null) continue
      if (other.body.kind !== 'claim' || other.body.product !== body.product) continue
      const higher = { ...baseline, count: baseline.count + 1 }
      write.run(sealBaseline(this.#protection, other.id, higher), other.id)
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

  readAnew(ids: readonly string[]): Result<readonly KeptEntry[], StorageFailure> {
    return guardStorage(() => {
      const read = ids.flatMap((id) => {
        const entry = this.#read(id)
        return entry === null ? [] : [this.#remember(entry)]
      })
      // What came back stands where it stood: entries of one policy go out in order.
      const inOrder = [...this.#live.values()].sort((a, b) => a.seq - b.seq)
      this.#live.clear()
      for (const entry of inOrder) this.#live.set(entry.id, entry)
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
      : historyOf(entry, this.#attempts.told(id), this.#events.ofEntry(id), this.claimRows.ofEntry(id))
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
    // Nobody follows it any more, but its row must not settle another entry.
    const bound = guardStorage(() => this.claimRows.bind(product, claimId, id, false, at))
    return bound.ok ? settled : bound
  }

  acceptedAmong(ids: readonly string[]): readonly string[] {
    const find = this.#database.prepare('SELECT 1 FROM entry WHERE id = ?')
    return ids.filter((id) => find.get(id) !== undefined)
  }

  hasOfficers(): boolean {
    const found = this.#database.prepare(
      `SELECT 1 FROM entry WHERE officer_id IS NOT NULL
       UNION ALL SELECT 1 FROM draft_copy WHERE officer_id IS NOT NULL LIMIT 1`,
    )
    return found.get() !== undefined
  }

  ofDay({ from, until, openBefore }: Parameters<Outbox['ofDay']>[0]): DayEntries {
    const rows = this.#database
      .prepare(
        `SELECT * FROM entry
         WHERE (accepted_at >= :from AND accepted_at < :until)
           OR (state = 'delivered' AND settled_at >= :from AND settled_at < :until)
           OR (accepted_at < :openBefore AND (state NOT IN ('delivered', 'withdrawn')
             OR id IN (SELECT entry_id FROM claim_row WHERE surplus = 1 AND acknowledged = 0)))
         ORDER BY seq`,
      )
      .all({ from, until, openBefore })
    const entries = rows.flatMap((row) => {
      const entry = entryOfRow(this.#protection, row)
      return entry.ok ? [entry.value] : []
    })
    return { entries, unreadable: rows.length - entries.length }
  }

  ofPolicy(policyNumber: string): readonly EntryLine[] {
    return this.#database
      .prepare(
        `SELECT id, kind, product, accepted_at, state,
           (SELECT count(*) FROM attempt WHERE entry_id = entry.id) +
           (SELECT count(*) FROM entry_event WHERE entry_id = entry.id) +
           (SELECT count(*) FROM claim_row WHERE entry_id = entry.id) AS lines
         FROM entry WHERE policy_tag IN (?, ?, ?) ORDER BY seq`,
      )
      .all(...policyTagsOf(this.#protection, policyNumber))
      .map((row) => v.parse(LineSchema, row))
  }

  outlived(before: string, limit: number): readonly string[] {
    return this.#database
      .prepare(
        `SELECT id FROM entry
         WHERE state IN ('delivered', 'withdrawn') AND settled_at < ?
           AND policy_tag NOT IN (SELECT policy_tag FROM entry WHERE state NOT IN ('delivered', 'withdrawn'))
           AND id NOT IN (SELECT entry_id FROM claim_row WHERE surplus = 1 AND acknowledged = 0)
         ORDER BY seq LIMIT ?`,
      )
      .all(before, limit)
      .map((row) => String(row['id']))
  }

  remove(ids: readonly string[], also?: () => void): Result<null, StorageFailure> {
    const removed = guardStorage(() =>
      inTransaction(this.#database, () => {
        // Attempts, events and rows of the list go with their entry.
        const remove = this.#database.prepare('DELETE FROM entry WHERE id = ?')
        for (const id of ids) remove.run(id)
        also?.()
        return null
      }),
    )
    if (removed.ok) for (const id of ids) this.#live.delete(id)
    return removed
  }

  receivedSince(at: string, before = '~'): ReadonlyMap<string | null, number> {
    const rows = this.#database
      .prepare(
        `SELECT officer_id AS officer, count(*) AS n FROM entry
         WHERE state = 'delivered' AND settled_at >= ? AND settled_at < ? GROUP BY officer_id`,
      )
      .all(at, before)
    return new Map(
      rows.map(({ officer, n }) => [typeof officer === 'string' ? officer : null, Number(n)] as const),
    )
  }

  #change(
    id: string,
    event: EntryEvent,
    also: (entry: KeptEntry, next: EntryState) => void,
  ): Result<KeptEntry, OutboxFailure> {
    const plan = this.#plan(id, event)
    if (!plan.ok) return plan
    const written = guardStorage(() =>
      inTransaction(this.#database, () => {
        also(plan.value.entry, plan.value.next)
        return this.#write(plan.value)
      }),
    )
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

  // Read back before the commit: a disk that fails after it would leave memory behind the file.
  #write({ entry, event, next }: PlannedChange): KeptEntry {
    const { id } = entry
    const note = noteOf(event, next)
    if (note !== null) this.#events.note(entry, note, event.at)
    this.#database
      .prepare('UPDATE entry SET state = ?, settled_at = ?, state_data = ? WHERE id = ?')
      .run(next.name, 'at' in next ? next.at : null, sealState(this.#protection, id, next), id)
    return this.#readBack(id)
  }

  #remember(entry: KeptEntry): KeptEntry {
    if (isSettled(entry.state)) this.#live.delete(entry.id)
    else this.#live.set(entry.id, entry)
    return entry
  }

  // What cannot be read back is not committed: the draft it came from stays, and so does its sealed copy.
  #readBack(id: string): KeptEntry {
    const entry = this.#read(id)
    if (entry === null) throw new UnreadableRow()
    return entry
  }

  #read(id: string): KeptEntry | null {
    return this.#entries('SELECT * FROM entry WHERE id = ?', id)[0] ?? null
  }

  #entries(sql: string, argument: string | number): readonly KeptEntry[] {
    return this.#database
      .prepare(sql)
      .all(argument)
      .flatMap((row) => {
        const entry = entryOfRow(this.#protection, row)
        return entry.ok ? [entry.value] : []
      })
  }
}

const entryStateNames = [
  'queued',
  'sending',
  'unconfirmed',
  'needs-review',
  'delivered',
  'rejected',
  'withdrawn',
] as const satisfies readonly EntryStateName[]

const LineSchema = v.pipe(
  v.object({
    id: v.string(),
    kind: v.picklist(['claim', 'pharmacy-request']),
    product: v.nullable(v.picklist(products)),
    accepted_at: v.string(),
    state: v.picklist(entryStateNames),
    lines: v.number(),
  }),
  v.transform(({ accepted_at: acceptedAt, lines: historyLines, ...rest }) => ({
    ...rest,
    acceptedAt,
    historyLines,
  })),
)
