import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Following, FollowUp, InsurerSays, Standing, WrongClaim } from '#shared/claim/follow-up.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim, ShownClaim } from '#shared/domain/received-claim.ts'
import { carriesReference, referenceOf, sentReferencesOf } from '#shared/domain/reference.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { endedAt, policyOf, type KeptEntry, type RowProtection } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import { Slices } from '#main/platform/slices.ts'
import {
  statementsOf,
  guardStorage,
  guardStorageWork,
  inTransaction,
  type StorageFailure,
} from '#main/platform/sqlite.ts'
import {
  createFollowUpRows,
  noFollowUp,
  changedAtOf,
  followedOf,
  saysTheSame,
  isNews,
  isStatusChanged,
  lastOf,
  saidBy,
  withNoted,
  withSays,
  type FollowUpRecord,
  type FollowUpRow,
  type FollowUpRows,
  type NotedWrong,
} from './follow-up-rows.ts'
import { pairedRows } from './paired-rows.ts'
import { claimKey } from './table-rows.ts'

/** A claim is followed for so long after it was received. */
const followedForMs = 60 * 86_400_000
/** After so many answers about another claim in a row, only lists tell of one. */
const mostStrangers = 3

export interface FollowUpsOptions {
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly outbox: Pick<
    Outbox,
    'get' | 'ofPolicy' | 'claimRows' | 'claimsAtInsurer' | 'settledClaimIds' | 'undelivered'
  >
  readonly clock: Pick<Clock, 'now'>
  /** Whether the insurer decides nothing more after this status. */
  readonly isFinal: (status: string) => boolean
  /** Whether the insurer was seen to lose our references. */
  readonly isReferenceLost: (product: Product) => boolean
  /** The name of an officer, even of one who has left. */
  readonly nameOf: (officerId: string | null) => string | null
}

/** A received claim that is asked about. Times in ms since 1970. */
export interface Followed {
  readonly entryId: string
  readonly receivedMs: number
  /** When the insurer was last asked about it, or said something of it; else when it was received; never ahead. */
  readonly heardMs: number
}

/** An entry, and what the insurer says of it. */
type Seen = readonly [string, InsurerSays]

const LineSchema = v.object({
  entryId: v.string(),
  product: v.picklist(products),
  receivedAt: v.string(),
  asOf: v.nullable(v.string()),
  askedAt: v.nullable(v.string()),
})

/**
 * What became known of our received claims, and what officers wrote beside them. A row is opened when it is asked for,
 * and stays open. Nothing here is announced but by its signals.
 */
export class FollowUps {
  /** What is shown of these entries has changed. */
  readonly changed = new Signal<readonly string[]>()
  /** Of these the insurer has changed the status. */
  readonly statusChanged = new Signal<readonly string[]>()
  readonly #options: FollowUpsOptions
  readonly #rows: FollowUpRows
  readonly #open = new Map<string, FollowUpRow | null>()
  /** The draft of the right claim of each wrong one that the insurer was not told; null until that is asked. */
  #copies: ReadonlyMap<string, string> | null = null

  constructor(options: FollowUpsOptions) {
    this.#options = options
    this.#rows = createFollowUpRows(options.database, options.protection)
  }

  /** How a received claim of ours stands at the insurer; null for what is none. Throws what SQLite throws. */
  standingOf({ id, body, state }: KeptEntry): Standing | null {
    if (body.kind !== 'claim' || !isReceived(state)) return null
    const { asOf, record } = this.#row(id)
    const says = lastOf(record.changes)
    return {
      says,
      asOf: says === null ? null : asOf,
      changedAt: changedAtOf(record.changes),
      followed: followedOf(record.changes),
      isNews: isNews(record),
      isFinal: this.#isFinal(says),
      isReopened: this.#isReopened(record),
      following: this.#followingOf(record, body.product, endedAt(state) ?? ''),
      wrong: this.#wrongOf(record),
    }
  }

  /** Everything known of a received claim of ours; null for what is none. Throws what SQLite throws. */
  followUpOf(entryId: string): FollowUp | null {
    const entry = this.#options.outbox.get(entryId)
    if (entry?.body.kind !== 'claim' || !isReceived(entry.state)) return null
    return this.#shown(this.#row(entryId).record)
  }

  /** What the insurer last said of an entry; null while that is not known. Throws what SQLite throws. */
  saysOf(entryId: string): InsurerSays | null {
    return lastOf(this.#row(entryId).record.changes)
  }

  /** Whether a decision was taken back, and no officer has looked since. Throws what SQLite throws. */
  needsLook(entryId: string): boolean {
    const { record } = this.#row(entryId)
    return isNews(record) && this.#isReopened(record)
  }

  /** What officers wrote beside a claim, to find it by. Throws what SQLite throws. */
  searchText(entryId: string): string {
    const { record } = this.#row(entryId)
    return `${record.note?.text ?? ''} ${this.#wrongOf(record)?.replacedBy ?? ''}`.trim()
  }

  /** Entries with something wrong that the insurer was not told. Throws what SQLite throws. */
  wrongIds(): ReadonlySet<string> {
    return new Set(this.#rows.wrong().filter((id) => this.#row(id).record.wrong?.isDone === false))
  }

  /** Claims to be asked about until they are decided or given up, newest first. Throws what SQLite throws. */
  async followed(): Promise<readonly Followed[]> {
    const nowMs = this.#options.clock.now().getTime()
    const since = new Date(nowMs - followedForMs).toISOString()
    const rows = statementsOf(this.#options.database)(
      `SELECT entry.id AS entryId, product, settled_at AS receivedAt, as_of AS asOf, asked_at AS askedAt
         FROM entry LEFT JOIN follow_up ON entry_id = entry.id
         WHERE state = 'delivered' AND kind = 'claim' AND settled_at >= ? ORDER BY settled_at DESC, seq DESC`,
    ).all(since)
    const claims: Followed[] = []
    const slices = new Slices()
    for (const row of rows) {
      if (slices.isOver(8)) await slices.next()
      const { entryId, product, receivedAt, asOf, askedAt } = v.parse(LineSchema, row)
      if (this.#followingOf(this.#row(entryId).record, product, receivedAt) !== 'asked') continue
      const times = [receivedAt, asOf, askedAt].map((at) => Date.parse(at ?? receivedAt))
      // A clock that was ahead must not keep it from being asked about.
      const heardMs = Math.max(0, ...times.filter((ms) => ms <= nowMs))
      claims.push({ entryId, receivedMs: Date.parse(receivedAt), heardMs })
    }
    return claims
  }

  /**
   * The details of a policy showed this claim: it counts for the entries whose it is, also where nothing else proved yet
   * that they were received.
   *
   * @returns those entries. Throws what SQLite throws.
   */
  noteShown(claim: ShownClaim, at: string): readonly string[] {
    const { outbox } = this.#options
    const ids = outbox
      .ofPolicy(policyNumberOf(claim.policyNumber))
      .map(({ id }) => id)
      .filter((id) => this.#isShown(outbox.get(id), claim))
    for (const id of ids) this.noteSays(id, saidBy(claim), at)
    return ids
  }

  /** The insurer says this of an entry, asked about it alone. @returns whether that is new. Throws what SQLite throws. */
  noteSays(entryId: string, says: InsurerSays, at: string): boolean {
    const before = this.#row(entryId)
    const record = { ...this.#said(entryId, says, at), strangers: 0 }
    this.#write(entryId, { ...before, asOf: at, record })
    return this.#announce([[entryId, before.record]])
  }

  /** The details of its policy showed another claim. Throws what SQLite throws. */
  noteStranger(entryId: string, at: string): void {
    const { record, ...row } = this.#row(entryId)
    this.#write(entryId, { ...row, askedAt: at, record: { ...record, strangers: record.strangers + 1 } })
    if (record.strangers + 1 === mostStrangers) this.changed.emit([entryId])
  }

  /** It was asked about, and nothing of any claim was said. Throws what SQLite throws. */
  noteAsked(entryId: string, at: string): void {
    this.#write(entryId, { ...this.#row(entryId), askedAt: at })
  }

  /**
   * A list of the insurer's says this, or still says it. Rows that are bound to entries, or paired with them, count in one
   * commit.
   */
  async seenInList(rows: Iterable<ReceivedClaim>, at: string): Promise<Result<null, StorageFailure>> {
    const seen = await guardStorageWork(() => this.#shownIn(rows))
    return seen.ok ? this.#takeSeen(seen.value, at) : seen
  }

  async #shownIn(rows: Iterable<ReceivedClaim>): Promise<readonly Seen[]> {
    const { outbox } = this.#options
    const slices = new Slices()
    const bound = new Map(outbox.claimsAtInsurer().map((own) => [claimKey(own.product, own.claimId), own]))
    const isBound = new Set(Array.from(bound.values(), ({ entryId }) => entryId))
    const unbound = [...outbox.undelivered()]
    for (const id of outbox.settledClaimIds()) {
      if (slices.isOver(8)) await slices.next()
      if (!isBound.has(id)) unbound.push(...[outbox.get(id)].flatMap((entry) => entry ?? []))
    }
    const policies = new Set(unbound.map(policyOf))
    const near: { readonly policy: PolicyNumber; readonly row: ReceivedClaim }[] = []
    const seen: Seen[] = []
    for (const row of rows) {
      if (slices.isOver()) await slices.next()
      const own = bound.get(claimKey(row.product, row.id))
      const policy = policyNumberOf(row.policyNumber)
      if (own?.isOf(policy) === true) seen.push([own.entryId, saidBy(row)])
      else if (policies.has(policy)) near.push({ policy, row })
    }
    const byPolicy = Map.groupBy(near, ({ policy }) => policy)
    const rowsOf = (policy: PolicyNumber): readonly ReceivedClaim[] =>
      (byPolicy.get(policy) ?? []).map(({ row }) => row)
    for (const [id, row] of await pairedRows(rowsOf, unbound)) seen.push([id, saidBy(row)])
    for (const [id] of seen) {
      if (slices.isOver(8)) await slices.next()
      this.#row(id)
    }
    return seen
  }

  /** An officer looked at a claim: what changed before is no news. */
  opened(entryId: string, at: string): void {
    const done = guardStorage(() => {
      const { record, ...row } = this.#row(entryId)
      const changedAt = changedAtOf(record.changes)
      if (changedAt === null || !isNews(record)) return false
      // Also where the clock was set back since.
      const openedAt = at < changedAt ? changedAt : at
      this.#write(entryId, { ...row, record: { ...record, openedAt } })
      return true
    })
    if (done.ok && done.value) this.changed.emit([entryId])
  }

  /** What changed is news again: nobody looked. */
  setUnseen(entryId: string): Result<FollowUp, StorageFailure> {
    return this.#change(entryId, (record) => ({ ...record, openedAt: null }))
  }

  /** Keeps what an officer writes beside a claim; '' removes it. */
  setNote(
    entryId: string,
    { text, officerId }: { readonly text: string; readonly officerId: string | null },
    at: string,
  ): Result<FollowUp, StorageFailure> {
    return this.#change(entryId, (record) => ({
      ...record,
      note: text.trim() === '' ? null : { text: text.trim(), at, officerId },
    }))
  }

  /** Something is wrong with a claim, or not. */
  setWrong(entryId: string, wrong: NotedWrong | null, at: string): Result<FollowUp, StorageFailure> {
    this.#copies = null
    return this.#change(entryId, (record) => ({
      ...record,
      wrong: wrong && withNoted(record.wrong, wrong, at),
    }))
  }

  /** Entries changed: a wrong claim shows which of them is in its place, until that is taken out. */
  entriesChanged(ids: readonly string[]): void {
    const changed = new Set(ids)
    const replaced = guardStorage(() => {
      this.#copies ??= new Map(
        [...this.wrongIds()].flatMap((id) => {
          const copy = this.#row(id).record.wrong?.copy
          return copy === undefined ? [] : [[id, copy] as const]
        }),
      )
      return [...this.#copies].filter(([, copy]) => this.#became(copy).some((id) => changed.has(id)))
    })
    if (replaced.ok && replaced.value.length > 0) this.changed.emit(replaced.value.map(([id]) => id))
  }

  /** Other values are final: what the insurer said of the claims that were shown means something else. */
  finalsChanged(): void {
    const shown = [...this.#open].filter(([, row]) => row !== null && lastOf(row.record.changes) !== null)
    this.changed.emit(shown.map(([id]) => id))
  }

  /** Entries were removed, or came from a backup: nothing that was read stays in memory. */
  forget(): void {
    this.#open.clear()
    this.#copies = null
  }

  #change(
    entryId: string,
    change: (record: FollowUpRecord) => FollowUpRecord,
  ): Result<FollowUp, StorageFailure> {
    const done = guardStorage(() => {
      const row = this.#row(entryId)
      const record = change(row.record)
      this.#write(entryId, { ...row, record })
      return this.#shown(record)
    })
    if (done.ok) this.changed.emit([entryId])
    return done
  }

  #takeSeen(seen: readonly Seen[], at: string): Result<null, StorageFailure> {
    const before: [string, FollowUpRecord][] = []
    const taken = guardStorage(() =>
      inTransaction(this.#options.database, () => {
        for (const [entryId, says] of seen) {
          const row = this.#row(entryId)
          const record = this.#said(entryId, says, at)
          before.push([entryId, row.record])
          if (record !== row.record) this.#rows.write(entryId, { ...row, asOf: at, record })
          else this.#rows.date(entryId, at)
        }
      }),
    )
    if (!taken.ok) return err(taken.error)
    for (const [entryId] of seen) this.#open.delete(entryId)
    this.#announce(before)
    return ok(null)
  }

  /** @param entries with what was known of them before. @returns whether the insurer said something new. */
  #announce(entries: readonly (readonly [string, FollowUpRecord])[]): boolean {
    const changesOf = (id: string): FollowUpRecord['changes'] => this.#row(id).record.changes
    const changed = entries
      .filter(([id, { changes }]) => !saysTheSame(lastOf(changesOf(id)), lastOf(changes)))
      .map(([id]) => id)
    if (changed.length === 0) return false
    this.changed.emit(changed)
    this.statusChanged.emit(changed.filter((id) => isStatusChanged(changesOf(id))))
    return true
  }

  /** What is known of an entry once the insurer said this; the same object where it is nothing new. */
  #said(entryId: string, says: InsurerSays, at: string): FollowUpRecord {
    const { record } = this.#row(entryId)
    const changes = withSays(record.changes, says, at, () => this.#receivedAt(entryId) ?? at)
    return changes === record.changes ? record : { ...record, changes: [...changes] }
  }

  #receivedAt(entryId: string): string | null {
    const entry = this.#options.outbox.get(entryId)
    return entry && endedAt(entry.state)
  }

  #isShown(entry: KeptEntry | null, claim: ShownClaim): boolean {
    if (entry?.body.kind !== 'claim' || entry.body.product !== claim.product || isWithdrawn(entry.state))
      return false
    const rows = claim.id === null ? [] : this.#options.outbox.claimRows.ofEntry(entry.id)
    if (rows.length > 0) return rows.some(({ claimId, surplus }) => !surplus && claimId === claim.id)
    const sent = sentReferencesOf(entry.body)
    // What is still looked for is the last submission alone.
    return (isReceived(entry.state) ? sent : sent.slice(-1)).some((one) =>
      carriesReference(claim.incidentDetails, one),
    )
  }

  #followingOf(record: FollowUpRecord, product: Product, receivedAt: string): Following {
    if (this.#isFinal(lastOf(record.changes))) return 'over'
    const ageMs = this.#options.clock.now().getTime() - Date.parse(receivedAt)
    if (ageMs > followedForMs) return 'no-longer'
    const onlyLists = record.strangers >= mostStrangers || this.#options.isReferenceLost(product)
    return onlyLists ? 'lists' : 'asked'
  }

  #isFinal(says: InsurerSays | null): boolean {
    return says !== null && (says.isDeleted || this.#options.isFinal(says.status))
  }

  #isReopened({ changes }: FollowUpRecord): boolean {
    const was = followedOf(changes)?.was
    return was !== undefined && this.#options.isFinal(was) && !this.#isFinal(lastOf(changes))
  }

  #shown(record: FollowUpRecord): FollowUp {
    const { changes, note } = record
    return {
      changes,
      note: note && { text: note.text, at: note.at, by: this.#options.nameOf(note.officerId) },
      wrong: this.#wrongOf(record),
    }
  }

  #wrongOf({ wrong }: FollowUpRecord): WrongClaim | null {
    if (wrong === null) return null
    const { officerId, told, copy, replacedBy: typed, ...others } = wrong
    const by = this.#options.nameOf(officerId)
    const rest = { ...others, replacedBy: typed === '' ? this.#submittedFrom(copy) : typed }
    if (told === undefined) return { ...rest, by }
    const { at, whom } = told
    return { ...rest, by, told: { at, whom, by: this.#options.nameOf(told.officerId) } }
  }

  /** The reference of what was submitted from a draft, and stands; '' while nothing is. */
  #submittedFrom(draftId: string | undefined): string {
    const last = draftId === undefined ? undefined : this.#became(draftId).at(-1)
    const entry = last === undefined ? null : this.#options.outbox.get(last)
    return entry?.body.kind !== 'claim' || isWithdrawn(entry.state) ? '' : referenceOf(entry.body)
  }

  /** A draft, and what it became whenever it was corrected. */
  #became(id: string): readonly string[] {
    const state = this.#options.outbox.get(id)?.state
    const next = state !== undefined && 'as' in state ? state.as : undefined
    return next === undefined ? [id] : [id, ...this.#became(next)]
  }

  #row(entryId: string): FollowUpRow {
    const known = this.#open.get(entryId)
    if (known !== undefined) return known ?? noFollowUp
    const row = this.#rows.read(entryId)
    this.#open.set(entryId, row)
    return row ?? noFollowUp
  }

  #write(entryId: string, row: FollowUpRow): void {
    this.#rows.write(entryId, row)
    this.#open.delete(entryId)
  }
}
