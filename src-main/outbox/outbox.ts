import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import {
  EntryStateSchema,
  type EntryBody,
  type EntryState,
  type LookPlace,
  type Submission,
} from '#shared/outbox/entry.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { isNameOfSettled, isReconcilable, isSettled, isWaiting } from '#shared/outbox/predicates.ts'
import {
  initialState,
  transition,
  type EntryEvent,
  type ImpossibleTransition,
} from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  guardStorage,
  UnreadableRow,
  inTransaction,
  type StorageFailure,
  textOrNull,
} from '#main/platform/sqlite.ts'
import {
  createAttempts,
  mayHaveArrived,
  outcomeCode,
  createEntryEvents,
  noteOf,
  historyOf,
  type AttemptRows,
  type EntryEvents,
  type EventNote,
} from './entry-history.ts'
import {
  createCandidates,
  createClaimRows,
  type Candidate,
  type Candidates,
  type ClaimKey,
  type ClaimRows,
} from './insurer-claims.ts'
import {
  associated,
  endedAt,
  openSealed,
  sealBody,
  sealState,
  selectEntry,
  tagsOf,
  type KeptEntry,
  type EntryTags,
  type RowProtection,
} from './entry-codec.ts'
import { LiveEntries } from './live-entries.ts'
import { OutboxReads } from './outbox-reads.ts'

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

/** The links of a claim's files; an empty one takes a link back, and the claim waits for that file again. */
export type FileLinks = Readonly<Partial<Record<AttachmentField, string>>>

/** A change of an entry's state that the chart allows. */
interface PlannedChange {
  readonly entry: KeptEntry
  readonly event: EntryEvent
  readonly next: EntryState
}

/** What an attempt changes in an entry besides its state. */
type Tried = Pick<KeptEntry, 'attempts' | 'firstAttemptAt' | 'sends'>

/** A claim as the insurer has it; without a key where only details showed it, and nobody compared it. */
interface InsurerRow extends Pick<ClaimKey, 'claimId'> {
  readonly product: Product
  readonly key: string | null
  readonly at: string
}

/**
 * What an environment keeps of everything that was submitted, and what can happen to it. Entries that are not settled
 * stay in memory, so each is unsealed once.
 */
export class Outbox extends OutboxReads {
  readonly #database: DatabaseSync
  /** Rows of the claim lists that belong to entries. */
  readonly claimRows: ClaimRows
  /** Claims at the insurer that may be entries of ours. */
  readonly candidates: Candidates
  /** What is not settled and cannot be opened, as its columns have it: nothing else shows it. */
  readonly unreadable: readonly Pick<KeptEntry, 'acceptedAt' | 'officerId'>[]
  readonly #attempts: AttemptRows
  readonly #events: EntryEvents
  readonly #live = new LiveEntries()
  #isGrouping = false
  #hasBegun = false

  constructor(database: DatabaseSync, protection: RowProtection) {
    super(database, protection)
    this.#database = database
    this.claimRows = createClaimRows(database)
    this.#attempts = createAttempts(database, protection)
    this.#events = createEntryEvents(database)
    this.candidates = createCandidates(database, protection, {
      inCommit: (work) => this.#run(work),
      changed: (id) => this.#refresh([id]),
    })
    const rows = database
      .prepare(`${selectEntry} WHERE state NOT IN ('delivered', 'withdrawn') ORDER BY seq`)
      .iterate()
    const unreadable: (typeof this.unreadable)[number][] = []
    for (const row of rows) {
      const [entry] = this.opened(row)
      if (entry !== undefined) this.#live.put(entry)
      else
        unreadable.push({ acceptedAt: String(row['accepted_at']), officerId: textOrNull(row['officer_id']) })
    }
    this.unreadable = unreadable
  }

  /**
   * Stores a submission; it is on the disk when this returns. The same id with the same body is one entry.
   *
   * One that corrects an entry settles that in the same commit; where that is impossible, neither happens.
   *
   * @param officerId who captured it; null in an installation without officers.
   * @returns `id-taken` when the id was accepted before with a different body.
   */
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
        this.#insert(submission, tags, at, officerId)
        const corrected = before === null ? [] : [this.#write(before.value)]
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

  /** Everything that is not settled, in the order of acceptance. */
  undelivered(): Iterable<KeptEntry> {
    return this.#live.all()
  }

  /** Undelivered entries with an open attempt, in no particular order. */
  sending(): Iterable<KeptEntry> {
    return this.#live.inState('sending')
  }

  /** Undelivered entries with an unknown outcome, in no particular order. */
  unconfirmed(): Iterable<KeptEntry> {
    return this.#live.inState('unconfirmed')
  }

  /** The earlier claim of its policy for which one that waits is held back, as it may have arrived; null for none. */
  holdingBack({ policyTag, seq, body, state }: KeptEntry): KeptEntry | null {
    if (!isWaiting(state) || waitsForFiles(body)) return null
    for (const one of this.unconfirmed()) {
      if (one.policyTag === policyTag && one.seq < seq && isReconcilable(one.body.kind, one.state)) return one
    }
    return null
  }

  /** What waits and is of the policy of one of these: how it is described may change with them. */
  waitingBeside(entries: readonly KeptEntry[]): readonly KeptEntry[] {
    const policies = new Set(entries.map(({ policyTag }) => policyTag))
    return [...this.#live.inState('queued')].filter(({ policyTag }) => policies.has(policyTag))
  }

  /** Claims that wait for an officer's decision, in no particular order. */
  underReview(): Iterable<KeptEntry> {
    return this.#live.inState('needs-review')
  }

  /** Opens an attempt; committed before anything is sent. */
  openAttempt(id: string, at: string): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, { type: 'attempt-opened', at }, () => this.#attempts.open(id, at))
  }

  /** Commits the outcome of an attempt. */
  closeAttempt(id: string, outcome: AttemptOutcome, at: string): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, { type: 'attempt-closed', at, outcome }, () => {
      const message = 'serverMessage' in outcome ? outcome.serverMessage : ''
      this.#attempts.close(id, at, outcomeCode(outcome), message)
    })
  }

  /** @param also another write in the same transaction: both or neither */
  apply(id: string, event: EntryEvent, also?: () => void): Result<KeptEntry, OutboxFailure> {
    return this.#change(id, event, () => {
      also?.()
      if (event.type === 'attempt-orphaned')
        this.#attempts.close(id, event.at, `uncertain/${event.cause}`, '')
    })
  }

  /**
   * Writes links of a claim's files into its body, in one commit: only while it waits. An empty link takes one back.
   */
  putLinks(id: string, links: FileLinks, also?: () => void): Result<KeptEntry, OutboxFailure | NotPossible> {
    const found = this.#known(id)
    if (!found.ok) return found
    const entry = found.value
    const body = bodyWithLinks(entry, links)
    if (body === null) return err({ type: 'not-possible-now' })
    return this.#commit(() => {
      also?.()
      // Its tags stay: it is equal as submitted.
      const sealed = sealBody(this.protection, id, { officerId: entry.officerId, body })
      this.prepare('UPDATE entry SET body = ? WHERE id = ?').run(sealed, id)
      return this.#readBack(id)
    })
  }

  /** Reloads entries after something else wrote their rows. @returns those that exist. */
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

  /** The full history of an entry, oldest first. */
  story(id: string): readonly HistoryLine[] {
    const entry = this.get(id)
    return entry === null
      ? []
      : historyOf(entry, this.#attempts.ofEntry(id), this.#events.ofEntry(id), this.claimRows.ofEntry(id))
  }

  /** Notes what looks showed about entries whose state they do not change, all in one commit. */
  noteLooks(notes: readonly LookNote[], at: string): Result<null, StorageFailure> {
    if (notes.length === 0) return ok(null)
    return guardStorage(() =>
      this.#run(() => {
        for (const note of notes) {
          const entry = this.get(note.entryId)
          if (entry !== null) this.#events.note(entry, note, at)
        }
        return null
      }),
    )
  }

  /**
   * Undoes a discard, as long as that is possible. One that the insurer showed meanwhile is received at once: it must not
   * be sent again.
   */
  undoDiscard(id: string, at: string): Result<KeptEntry, OutboxFailure> {
    const undone = this.inOneCommit(() => {
      const restored = this.apply(id, { type: 'discard-undone', at })
      return restored.ok ? this.foundMeanwhile(restored.value, at) : restored
    })
    if (undone.ok) this.#live.sort()
    return undone
  }

  /**
   * Several changes of this outbox in one commit: all of it is on the disk when this returns `ok`. If `work` returns an
   * error or the commit fails, file and memory stay unchanged. Not for `accept` and `remove`.
   *
   * @throws within another one, whose changes the inner one would commit.
   */
  inOneCommit<T>(work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure> {
    if (this.#isGrouping) throw new Error('A group of changes is open already.')
    const group = (): Result<T, OutboxFailure> => {
      this.#isGrouping = true
      this.#hasBegun = false
      try {
        const result = work()
        if (result.ok && this.#isLost()) return err({ type: 'io' })
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
  ): Result<KeptEntry, OutboxFailure> {
    const row = { product, claimId, key: claimId === null ? null : `id/${claimId}`, at }
    const settled = this.#settleBy(id, { type: 'found', at, claimId, by }, row)
    if (settled.ok || settled.error.type !== 'impossible-transition') return settled
    // The entry is no longer followed, but its row must not settle another entry.
    const bound = guardStorage(() => this.#refresh(this.#run(() => this.#bind(id, row))))
    return bound.ok ? settled : bound
  }

  /** An entry that is followed again, or whose attempt is over: received where the insurer showed it since. */
  foundMeanwhile(entry: KeptEntry, at: string): Result<KeptEntry, OutboxFailure> {
    if (entry.body.kind !== 'claim') return ok(entry)
    const row = this.claimRows.ofEntry(entry.id).find(({ surplus }) => !surplus)
    return row === undefined ? ok(entry) : this.found(entry.id, entry.body.product, row.claimId, 'list', at)
  }

  /**
   * An officer says that a candidate is this entry: settles it and binds the candidate's row.
   *
   * @returns `unknown-candidate` when there is none with that key, or it is another entry by now.
   */
  identify(id: string, key: string, at: string): Result<KeptEntry, OutboxFailure> {
    const isIt = (one: Candidate): boolean => one.key === key && one.ruledOutAt === null
    const read = guardStorage(() => this.candidates.ofEntry(id).find(isIt))
    if (!read.ok) return read
    if (read.value === undefined) return err({ type: 'unknown-candidate' })
    const { claimId, claim } = read.value
    const { product } = claim
    const bound = claimId === null ? null : this.boundTo(product)(claimId, policyNumberOf(claim.policyNumber))
    if (bound !== null && bound !== id) return err({ type: 'unknown-candidate' })
    return this.#settleBy(id, { type: 'officer-identifies', at, claimId }, { product, claimId, key, at })
  }

  #settleBy(id: string, event: EntryEvent, row: InsurerRow): Result<KeptEntry, OutboxFailure> {
    let others: readonly string[] = []
    const settled = this.#change(id, event, () => {
      others = this.#bind(id, row)
    })
    if (!settled.ok) return settled
    const refreshed = guardStorage(() => this.#refresh(others))
    return refreshed.ok ? settled : refreshed
  }

  /** A claim that is one entry is no candidate for another. @returns entries with fewer candidates since. */
  #bind(id: string, { product, claimId, key, at }: InsurerRow): readonly string[] {
    if (claimId !== null) this.claimRows.bind(product, claimId, id, false, at)
    return key === null ? [] : this.candidates.takeOut(product, { key, claimId }, id, at)
  }

  #refresh(ids: readonly string[]): void {
    for (const id of ids) this.#remember(this.#readBack(id))
  }

  /** Removes entries with all their data, and runs `also` before, in the same commit. The caller decides which may go. */
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

  #change(id: string, event: EntryEvent, also: () => void): Result<KeptEntry, OutboxFailure> {
    const plan = this.#plan(id, event)
    if (!plan.ok) return plan
    return this.#commit(() => {
      also()
      return this.#write(plan.value)
    })
  }

  /** One change: a commit of its own, or a part of the group, whose first change begins it. Throws what SQLite throws. */
  #run<T>(work: () => T): T {
    if (!this.#isGrouping) return inTransaction(this.#database, work)
    if (this.#isLost()) throw Object.assign(new Error('It was rolled back'), { code: 'EIO' })
    if (!this.#hasBegun) this.#database.exec('BEGIN IMMEDIATE')
    this.#hasBegun = true
    return work()
  }

  /** Whether SQLite rolled the group back by itself, as where the disk is full: what was changed before is not there. */
  #isLost(): boolean {
    return this.#hasBegun && !this.#database.isTransaction
  }

  // Writes run in the caller's transaction, and throw what SQLite throws.
  #insert({ id, body }: Submission, tags: EntryTags, at: string, officerId: string | null): void {
    const state = initialState(at)
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
      sealBody(this.protection, id, { officerId, body }),
      sealState(this.protection, id, state),
      officerId,
    )
    // Once accepted, the draft is the entry: its sealed copy must not come back as a draft.
    this.prepare('DELETE FROM draft WHERE id = ?').run(id)
  }

  /** @returns the entry as it was read back: memory never runs ahead of the file. */
  #write({ entry, event, next }: PlannedChange): KeptEntry {
    const { id } = entry
    const tried = triedBy(entry, event)
    const note = noteOf(event, next)
    if (note !== null) this.#events.note(entry, note, event.at)
    const state = sealState(this.protection, id, next)
    this.prepare(
      `UPDATE entry SET state = ?, settled_at = ?, state_data = ?, attempts = ?, first_attempt_at = ?, sends = ?
         WHERE id = ?`,
    ).run(next.name, endedAt(next), state, tried.attempts, tried.firstAttemptAt, tried.sends, id)
    const readBack = openSealed(this.protection, EntryStateSchema, state, associated.state(id))
    if (!readBack.ok) throw new UnreadableRow()
    return { ...entry, ...tried, state: readBack.value }
  }

  #commit(write: () => KeptEntry): Result<KeptEntry, StorageFailure> {
    const written = guardStorage(() => this.#run(write))
    return written.ok ? ok(this.#remember(written.value)) : written
  }

  #plan(id: string, event: EntryEvent): Result<PlannedChange, OutboxFailure> {
    const found = this.#known(id)
    if (!found.ok) return found
    const entry = found.value
    const next = transition(entry.body.kind, entry.state, event)
    return next.ok ? ok({ entry, event, next: next.value }) : next
  }

  #known(id: string): Result<KeptEntry, OutboxFailure> {
    const found = guardStorage(() => this.get(id))
    if (!found.ok) return found
    return found.value === null ? err({ type: 'unknown-entry' }) : ok(found.value)
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

/**
 * An entry's body with these links. Null where they may not be written: it does not wait, or a field is none whose link
 * comes from a file.
 */
function bodyWithLinks({ body, state }: KeptEntry, links: FileLinks): EntryBody | null {
  if (body.kind !== 'claim' || !isWaiting(state)) return null
  const { fromFiles = [] } = body
  const given = attachmentFields.filter((field) => links[field] !== undefined)
  if (!given.every((field) => fromFiles.includes(field))) return null
  return { ...body, claim: { ...body.claim, ...links } }
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
