import type { Product } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { UnprovableCause } from '#shared/outbox/entry.ts'
import { isDecidable, isReconcilable, isSending, isSettled } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ListReader } from '#main/insurer/api/claim-list.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import type { EngineOptions } from './engine-options.ts'
import type { InsurerHabits } from './insurer-habits.ts'
import type { LaterLooks } from './later-looks.ts'
import type { ListRecords } from './list-records.ts'
import type { Searches } from './look-schedule.ts'
import type { Changed, Writing } from './writing.ts'
import type { Loop } from '#main/platform/loop.ts'

import type { ListScan } from './list-scan.ts'
import { reasonOf } from './looks.ts'
import { listedCandidates } from './recognition.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'

type Done = Result<null, OutboxFailure>

const nothing: Done = ok(null)

export interface ListResultsOptions extends Pick<EngineOptions, 'outbox' | 'clock'> {
  readonly loop: Pick<Loop, 'wakeUp'>
  readonly searches: Searches
  readonly records: ListRecords
  readonly habits: InsurerHabits
  readonly laterLooks: LaterLooks
  readonly writing: Writing
}

/** Applies the result of a claim list's reading in one commit, so that a crash leaves all of it or nothing. */
export class ListResults {
  readonly #options: ListResultsOptions

  constructor(options: ListResultsOptions) {
    this.#options = options
  }

  /** Claims with an unknown outcome, including those that wait for an officer. */
  followed(product: Product): readonly KeptEntry[] {
    return [...this.#options.outbox.undelivered()].filter(
      ({ body, state }) => body.kind === 'claim' && body.product === product && isDecidable(state),
    )
  }

  /** A reading that did not reach the end: what it showed counts, what it did not show does not. */
  takePart(
    product: Product,
    scan: ListScan,
    cutOff: { readonly waiting: readonly string[]; readonly failure: Failure } | null,
  ): Changed {
    return this.#inOneCommit((changed) => {
      const shown = this.#takeShown(product, scan, null, changed)
      if (!shown.ok || cutOff === null) return shown
      const { outbox, clock } = this.#options
      const detail = `list/${reasonOf(cutOff.failure)}` as const
      const notes = cutOff.waiting.map((entryId) => ({ entryId, kind: 'unread', detail }) as const)
      return outbox.noteLooks(notes, clock.now().toISOString())
    })
  }

  /**
   * A reading of the whole list.
   *
   * @param askedAtMs when it was asked for (monotonic)
   * @param reader whose reading it was: one for the page changes no plan that does not count on a list yet
   */
  takeWhole(product: Product, scan: ListScan, askedAtMs: number, reader: ListReader): Changed {
    return this.#inOneCommit((changed) => {
      const shown = this.#takeShown(product, scan, scan.known, changed)
      if (!shown.ok) return shown
      for (const { id } of this.followed(product)) {
        if (!scan.seeks(id)) continue
        const taken = this.#takeMissing(product, id, { askedAtMs, reader }, changed)
        if (!taken.ok) return taken
      }
      return nothing
    })
  }

  /** The list cannot be read in a reasonable time: an officer decides. */
  giveUp(product: Product, ids: readonly string[]): void {
    const why = this.#options.habits.of(product).referenceLost ? 'reference-lost' : 'list-unreadable'
    for (const id of ids) {
      this.#options.writing.tell(this.#inOneCommit((changed) => this.#cannotBeProved(id, why, changed)))
    }
    // This turn has opened its attempts: a later claim of the policy need not wait any more.
    this.#options.loop.wakeUp()
  }

  #inOneCommit(work: (changed: Set<string>) => Done): Changed {
    const { outbox } = this.#options
    const changed = new Set<string>()
    const done = outbox.inOneCommit(() => work(changed))
    if (!done.ok) return done
    const entries = [...changed].flatMap((id) => outbox.get(id) ?? [])
    for (const entry of entries) this.#options.laterLooks.lookLater(entry)
    return ok(entries)
  }

  /** @param whole the bound rows that a whole list has */
  #takeShown(
    product: Product,
    scan: ListScan,
    whole: ReadonlySet<number> | null,
    changed: Set<string>,
  ): Done {
    const { outbox, clock } = this.#options
    const bound = Map.groupBy(outbox.claimRows.bound(product), ({ entryId }) => entryId)
    for (const [id, claimIds] of scan.ours) {
      const rows = bound.get(id) ?? []
      const isGone = whole !== null && !rows.some(({ claimId }) => whole.has(claimId))
      const taken = this.#takeOurs(product, id, claimIds, { hasRow: rows.length > 0, isGone }, changed)
      if (!taken.ok) return taken
    }
    for (const [id, rows] of scan.candidates) {
      const entry = outbox.get(id)
      if (entry === null || !isDecidable(entry.state)) continue
      const fresh = listedCandidates(rows, outbox.candidates.knownTo(id))
      const noted = outbox.candidates.note(id, fresh, clock.now().toISOString())
      if (!noted.ok) return noted
      if (noted.value) changed.add(id)
    }
    const { strangeDay } = scan
    if (strangeDay !== null) this.#options.habits.learnDay(product, strangeDay.row, strangeDay.sent)
    return this.#takeMore(product, scan, changed)
  }

  /** More rows of a policy than claims that were sent raise the alarm, whatever their texts say. */
  #takeMore(product: Product, scan: ListScan, changed: Set<string>): Done {
    const { outbox, clock } = this.#options
    const counted = scan.counted.filter(({ id }) => scan.candidates.has(id))
    // Nearly every reading: what follows asks for all claims of the product.
    if (counted.length === 0) return nothing
    const bound = new Set(outbox.claimRows.bound(product).map(({ entryId }) => entryId))
    const attempted = outbox.attempted(product)
    for (const { id, policy } of counted) {
      const rows = scan.candidates.get(id) ?? []
      const entry = outbox.get(id)
      if (entry === null || isDecidable(entry.state)) continue
      const ruledOut = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt !== null)
      const more = listedCandidates(rows, ruledOut).flatMap(({ claimId }) => claimId ?? [])
      // Claims of ours of which no row is known: each may be one of these, or one that an officer said is another.
      const sent = attempted(policy).filter(
        (one) => outbox.mayHaveMade(one.id) && !bound.has(one.id) && !scan.shows(one),
      )
      const own = sent.filter((one) => one.id === id).length
      const others = Math.max(0, sent.length - own - (rows.length - more.length))
      for (const claimId of more.toSorted((a, b) => a - b).slice(own + others)) {
        const noted = outbox.claimRows.noteSurplus(product, claimId, id, clock.now().toISOString())
        if (!noted.ok) return noted
        changed.add(id)
      }
    }
    return nothing
  }

  // The first row of an entry is its own; any longer mean that it was received more than once.
  #takeOurs(
    product: Product,
    id: string,
    claimIds: readonly number[],
    { hasRow, isGone }: { readonly hasRow: boolean; readonly isGone: boolean },
    changed: Set<string>,
  ): Done {
    const { outbox, clock, searches } = this.#options
    const entry = outbox.get(id)
    const at = clock.now().toISOString()
    const [first, ...more] = [...new Set(claimIds)].sort((a, b) => a - b)
    if (entry === null || first === undefined) return nothing
    // The answer to an open attempt settles it, or the row that was seen meanwhile: it is not sent once more.
    if (isSending(entry.state)) {
      const bound = hasRow ? nothing : outbox.found(id, product, first, 'list', at)
      return !bound.ok && isStorageFailure(bound.error) ? err(bound.error) : nothing
    }
    // Sent once, and under its number in the whole list no more: the insurer gave it another one.
    const isRenumbered = isGone && entry.sends <= 1
    const isSettledByRow = !hasRow || isRenumbered || !isSettled(entry.state)
    if (isSettledByRow) {
      const found = outbox.found(id, product, first, 'list', at)
      if (!found.ok && isStorageFailure(found.error)) return err(found.error)
      searches.forget(id)
    }
    for (const claimId of isSettledByRow ? more : [first, ...more]) {
      const noted = outbox.claimRows.noteSurplus(product, claimId, id, at)
      if (!noted.ok) return noted
    }
    changed.add(id)
    return nothing
  }

  #takeMissing(
    product: Product,
    id: string,
    { askedAtMs, reader }: { readonly askedAtMs: number; readonly reader: ListReader },
    changed: Set<string>,
  ): Done {
    const { outbox, clock, searches, records, habits } = this.#options
    const entry = outbox.get(id)
    if (entry === null || !isDecidable(entry.state)) return nothing
    const at = clock.now().toISOString()
    const isFollowed = isReconcilable(entry.body.kind, entry.state)
    const isPlanned = reader === 'engine' || searches.isListPlanned(id)
    if (records.isShort(product)) {
      if (isFollowed && isPlanned) searches.listEnded(id, true)
      return outbox.noteLooks([{ entryId: id, kind: 'uncounted', detail: 'shorter' }], at)
    }
    if (!isFollowed) return outbox.noteLooks([{ entryId: id, kind: 'absent', detail: 'list' }], at)
    if (!searches.isOlderThan(id, askedAtMs)) return nothing
    if (entry.candidates > 0) {
      if (isPlanned) searches.listEnded(id, true)
      return nothing
    }
    if (habits.of(product).referenceLost)
      return isPlanned ? this.#cannotBeProved(id, 'reference-lost', changed) : nothing
    const proved = searches.noteAbsent(id, askedAtMs)
    const absent = outbox.apply(id, { type: 'absent', at, proved, by: 'list' })
    if (!absent.ok) return err(absent.error)
    changed.add(id)
    if (proved) searches.forget(id)
    else if (isPlanned) searches.listEnded(id, true)
    return nothing
  }

  #cannotBeProved(id: string, why: UnprovableCause, changed: Set<string>): Done {
    const { clock, outbox, searches } = this.#options
    const at = clock.now().toISOString()
    const given = outbox.apply(id, { type: 'cannot-be-proved', at, why })
    if (!given.ok) return isStorageFailure(given.error) ? err(given.error) : nothing
    searches.forget(id)
    changed.add(id)
    return nothing
  }
}
