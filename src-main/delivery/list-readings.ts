import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { unreadReasons } from '#shared/outbox/history.ts'
import { isDecidable, isReceived, isReconcilable } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Baseline, KeptEntry } from '../outbox/entry-codec.ts'
import { copyKeyOfBody, matchKeyOfBody } from '../outbox/match-key.ts'
import type { Outbox, OutboxFailure, ReadingNote } from '../outbox/outbox.ts'
import {
  baselineOf,
  idsWithKey,
  readingOf,
  withDelivery,
  type ClaimListReading,
} from './claim-list-reading.ts'
import type { Clock } from '../platform/clock.ts'
import { ListLengths } from './list-lengths.ts'
import { reconcile, type Reconciliation, type TriedEntry } from './reconcile.ts'
import type { Timetable } from './timetable.ts'

/** Keeps the readings of the claim lists, and decides what may be sent on them and what they settle. */
export class ListReadings {
  readonly #outbox: Outbox
  readonly #clock: Clock
  readonly #timetable: Timetable
  readonly #current = new Map<Product, ClaimListReading>()
  readonly #lengths = new ListLengths()

  constructor(outbox: Outbox, clock: Clock, timetable: Timetable) {
    this.#outbox = outbox
    this.#clock = clock
    this.#timetable = timetable
  }

  /** The baseline an entry may be sent on, or null when the list must be read first. */
  baselineFor(product: Product, entry: KeptEntry, maxAgeMs: number): Baseline | null {
    const reading = this.#current.get(product)
    if (reading === undefined || this.#clock.monotonicMs() - reading.takenAtMs > maxAgeMs) return null
    // Another computer sent it: a new reading will settle it.
    if (this.#showsCopyOf(reading, entry)) return null
    return baselineOf(reading, matchKeyOfBody(entry.body))
  }

  noteDelivery(product: Product): void {
    const reading = this.#current.get(product)
    if (reading !== undefined) this.#current.set(product, withDelivery(reading))
    this.#timetable.startReadings(bindingId(product))
  }

  /** The list may hold rows we have not seen: nothing is sent until it is read again. */
  invalidate(product: Product): void {
    this.#current.delete(product)
  }

  /** Whether the last reading was shorter than one before: nothing may be sent on it. */
  isCut(product: Product): boolean {
    return this.#lengths.isCut(product)
  }

  invalidateAll(): void {
    this.#current.clear()
  }

  /** The product whose list should be read now for an unconfirmed entry, or to bind delivered ones. */
  dueProduct(isHeld: (product: Product) => boolean): Product | null {
    for (const entry of this.#outbox.unconfirmed()) {
      const { body, state } = entry
      if (body.kind !== 'claim' || !isReconcilable(body.kind, state) || isHeld(body.product)) continue
      if (this.#timetable.isReadingDue(entry.id)) return body.product
    }
    return (
      products.find((product) => {
        const due = this.#timetable.msUntilNext(bindingId(product), 'reading')
        return due === 0 && !isHeld(product)
      }) ?? null
    )
  }

  /** After a start, delivered entries that no reading has bound yet are looked up once. */
  resumeBinding(): void {
    for (const product of products) {
      const unbound = hasUnbound(this.#outbox.attempted(product), this.#outbox.claimRows.bound(product))
      if (unbound) this.#timetable.startReadings(bindingId(product))
    }
  }

  /** A reading failed: the entries that need it keep waiting, and their history says so. */
  postpone(product: Product, failure: Failure): Result<null, OutboxFailure> {
    for (const entry of this.#reconcilable(product)) this.#timetable.readingDone(entry.id)
    if (this.#timetable.msUntilNext(bindingId(product), 'reading') !== null) {
      this.#timetable.readingDone(bindingId(product))
    }
    const detail = unreadReasons.find((reason) => reason === failure.type) ?? 'other'
    const notes = this.#followed(product).map(({ id }) => ({ entryId: id, kind: 'unread', detail }) as const)
    return this.#outbox.noteReadings(notes, this.#clock.now().toISOString())
  }

  /**
   * Applies a list as received: settles entries, proves absence, raises alarms.
   * @param askedAtMs when it was requested (monotonic).
   * @returns the entries that changed.
   */
  take(
    product: Product,
    claims: readonly ReceivedClaim[],
    askedAtMs: number,
  ): Result<readonly KeptEntry[], OutboxFailure> {
    const reading = readingOf(product, claims, this.#clock.monotonicMs())
    this.#lengths.note(reading)
    const tried = this.#outbox.attempted(product)
    const bound = this.#outbox.claimRows.bound(product)
    const untried = this.#untriedHere(product)
    const result = reconcile([...tried, ...untried].map(triedEntryOf), reading.rows, bound)
    const at = this.#clock.now().toISOString()
    const changed = new Set<string>()

    for (const { id } of this.#reconcilable(product)) {
      // A reading made early, for another claim's baseline, does not use up a scheduled one.
      if (this.#timetable.isReadingDue(id)) this.#timetable.readingDone(id)
    }
    for (const { entryId, claimId } of result.found) {
      const found = this.#outbox.found(entryId, product, claimId, at)
      if (!found.ok && found.error.type !== 'impossible-transition') return found
      this.#timetable.forget(entryId)
      changed.add(entryId)
    }
    for (const { entryId, claimId } of result.surplus) {
      const noted = this.#outbox.claimRows.noteSurplus(product, claimId, entryId, at)
      if (!noted.ok) return noted
      changed.add(entryId)
    }
    for (const entryId of result.absent) {
      const noted = this.#noteAbsent(entryId, at, askedAtMs)
      if (!noted.ok) return noted
      if (noted.value) changed.add(entryId)
    }
    const unproved = this.#outbox.noteReadings(this.#unprovedBy(result), at)
    if (!unproved.ok) return unproved
    if (this.#lengths.isCut(product)) this.#current.delete(product)
    else this.#current.set(product, reading)
    // Every tried entry was opened above, so this needs no second look at the file.
    if (hasUnbound(tried, [...bound, ...result.found, ...result.surplus])) {
      this.#timetable.readingDone(bindingId(product))
    } else this.#timetable.forget(bindingId(product))
    return ok([...changed].flatMap((id) => this.#outbox.get(id) ?? []))
  }

  #noteAbsent(entryId: string, at: string, askedAtMs: number): Result<boolean, OutboxFailure> {
    const entry = this.#outbox.get(entryId)
    if (entry === null || !isReconcilable(entry.body.kind, entry.state)) return ok(false)
    const proved = this.#timetable.noteAbsent(entryId, askedAtMs)
    const noted = this.#outbox.apply(entryId, { type: 'absent-in-list', at, proved })
    if (!noted.ok) return err(noted.error)
    if (proved) this.#timetable.forget(entryId)
    return ok(true)
  }

  // What a reading showed without changing a state: its flaws, and that an entry left to an officer is still absent.
  #unprovedBy({ uncounted, absent }: Reconciliation): readonly ReadingNote[] {
    const isFollowed = (entryId: string): boolean => {
      const entry = this.#outbox.get(entryId)
      return entry !== null && isDecidable(entry.state)
    }
    const isLeftToOfficer = (entryId: string): boolean => {
      const entry = this.#outbox.get(entryId)
      return entry !== null && isDecidable(entry.state) && !isReconcilable(entry.body.kind, entry.state)
    }
    return [
      ...uncounted
        .filter(({ entryId }) => isFollowed(entryId))
        .map(({ entryId, reason }) => ({ entryId, kind: 'uncounted', detail: reason }) as const),
      ...absent
        .filter(isLeftToOfficer)
        .map((entryId) => ({ entryId, kind: 'absent', detail: null }) as const),
    ]
  }

  // Not tried here, but possibly on another computer, because a copy came from there or went there.
  #untriedHere(product: Product): readonly KeptEntry[] {
    return [...this.#outbox.undelivered()].filter(
      ({ body, attempts }) =>
        body.kind === 'claim' && body.product === product && attempts === 0 && copyKeyOfBody(body) !== null,
    )
  }

  #showsCopyOf(reading: ClaimListReading, { attempts, body }: KeptEntry): boolean {
    const key = attempts === 0 ? copyKeyOfBody(body) : null
    const copy = key === null ? undefined : idsWithKey(reading, key)[0]
    return (
      copy !== undefined &&
      !this.#outbox.claimRows.bound(reading.product).some(({ claimId }) => claimId === copy)
    )
  }

  // Claims with an unknown outcome, including those that wait for an officer.
  #followed(product: Product): readonly KeptEntry[] {
    return [...this.#outbox.undelivered()].filter(
      ({ body, state }) => body.kind === 'claim' && body.product === product && isDecidable(state),
    )
  }

  #reconcilable(product: Product): readonly KeptEntry[] {
    return [...this.#outbox.unconfirmed()].filter(
      ({ body, state }) =>
        body.kind === 'claim' && body.product === product && isReconcilable(body.kind, state),
    )
  }
}

function hasUnbound(entries: readonly KeptEntry[], rows: readonly { readonly entryId: string }[]): boolean {
  const bound = new Set(rows.map((row) => row.entryId))
  return entries.some((entry) => isReceived(entry.state) && !bound.has(entry.id))
}

function bindingId(product: Product): string {
  return `binding/${product}`
}

function triedEntryOf(entry: KeptEntry): TriedEntry {
  const copyKey = entry.attempts === 0 ? copyKeyOfBody(entry.body) : null
  return {
    id: entry.id,
    seq: entry.seq,
    state: entry.state,
    matchKey: copyKey ?? matchKeyOfBody(entry.body),
    exact: entry.body.kind === 'claim',
    baseline: entry.baseline,
  }
}
