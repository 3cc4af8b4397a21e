import type { ClaimFilter, ClaimOrder } from '#shared/domain/claim-list.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import { nextTurn, Slices } from '../platform/slices.ts'
import { guardStorageWork } from '../platform/storage-failure.ts'
import type { ClaimListStore } from './list-store.ts'
import { foundRows, SearchTexts, type FoundRows } from './row-search.ts'
import { sortedRows } from './row-order.ts'
import { claimKey, listedRow, mergedRows, type OwnClaims, type TableRow } from './table-rows.ts'

/** After the list left the screen, or the last question, its rows stay in memory so long. */
const keptOpenMs = 60_000

/** A filtered and sorted list, and how many rows there are without a filter. */
export interface FoundInTable extends FoundRows {
  readonly all: number
}

/** What a list is narrowed to, and its order. */
export type TableQuestion = ClaimFilter & ClaimOrder

export interface ClaimTableOptions {
  readonly store: Pick<ClaimListStore, 'read'>
  readonly outbox: Pick<Outbox, 'claimsAtInsurer' | 'receivedClaimIds' | 'undelivered' | 'get'>
  readonly clock: Pick<Clock, 'after'>
  /** Whether the officer who is signed in sees an entry of this officer. */
  readonly seesEntryOf: (officerId: string | null) => boolean
}

interface Open {
  readonly listed: readonly TableRow[]
  readonly texts: SearchTexts
  merged: readonly TableRow[] | null
  /** The search texts are made, or being made. */
  isPrepared: boolean
  sorted: { readonly order: string; readonly rows: readonly TableRow[] } | null
  found: { readonly question: string; readonly rows: FoundRows } | null
}

/**
 * All claims, ours and the insurer's, as one list: opened when it is asked for, in memory while it is on the screen and a
 * minute longer. Everything is done in slices, and kept for the next window of the same list.
 */
export class ClaimTable {
  readonly #options: ClaimTableOptions
  readonly #inTurn = oneAtATime()
  #open: Open | null = null
  #isOnScreen = false
  #cancelDrop: () => void = () => undefined
  /** Count what happens while a question is being answered. */
  #changes = 0
  #drops = 0

  constructor(options: ClaimTableOptions) {
    this.#options = options
  }

  /** The rows that pass the filter, in order. @param isOnScreen the list is being looked at */
  async find(question: TableQuestion, isOnScreen = false): Promise<FoundInTable> {
    if (isOnScreen) this.#isOnScreen = true
    return await this.#use(async (open) => {
      const rows = await this.#sorted(open, question)
      const asked = JSON.stringify(question)
      if (open.found?.question !== asked) {
        open.found = { question: asked, rows: await foundRows(rows, question, open.texts, new Slices()) }
      }
      return { ...open.found.rows, all: rows.length }
    })
  }

  /** The claims of a policy, of both products. */
  async ofPolicy(policyNumber: string): Promise<readonly TableRow[]> {
    const policy: PolicyNumber = policyNumberOf(policyNumber)
    return await this.#use(async (open) => {
      const rows = await this.#merged(open)
      return rows.filter((row) => row.policy === policy)
    })
  }

  /** The outbox has changed, or what of it may be seen. */
  entriesChanged(): void {
    this.#changes += 1
    if (this.#open !== null) forgetOutbox(this.#open)
  }

  /** Another list is kept: the rows are read again with the next question. */
  listsChanged(): void {
    this.#drops += 1
    this.#open = null
  }

  /** The list is no longer on the screen. */
  left(): void {
    this.#isOnScreen = false
    this.#dropLater()
  }

  /** Lets go of all rows at once: the application is locked, its window or the environment closed. */
  drop(): void {
    this.#isOnScreen = false
    this.#cancelDrop()
    this.listsChanged()
  }

  /** Ends with what is being answered. Nothing may be asked of it afterwards. */
  async close(): Promise<void> {
    await this.#inTurn(() => Promise.resolve())
    this.drop()
  }

  async #use<T>(work: (open: Open) => Promise<T>): Promise<T> {
    const drops = this.#drops
    return await this.#inTurn(async () => {
      this.#cancelDrop()
      const changes = this.#changes
      const open = await this.#opened()
      const done = await work(open)
      if (changes !== this.#changes) forgetOutbox(open)
      // Asked before the application was locked, say: the answer is given, but nothing stays.
      if (drops !== this.#drops) this.#open = null
      this.#dropLater()
      return done
    })
  }

  #dropLater(): void {
    this.#cancelDrop()
    if (this.#open !== null && !this.#isOnScreen)
      this.#cancelDrop = this.#options.clock.after(keptOpenMs, () => this.listsChanged())
  }

  async #opened(): Promise<Open> {
    if (this.#open !== null) return this.#open
    const drops = this.#drops
    const listed: TableRow[] = []
    const slices = new Slices()
    for (const product of products) {
      for (const claim of await this.#options.store.read(product)) {
        if (slices.isOver()) await slices.next()
        listed.push(listedRow(claim))
      }
    }
    const texts = new SearchTexts((id) => referencesOf(this.#options.outbox.get(id)))
    const open: Open = { listed, texts, merged: null, isPrepared: false, sorted: null, found: null }
    if (drops === this.#drops) {
      this.#open = open
    }
    return open
  }

  /** Prepares the search texts a few at a time, so that the first letter of a search is fast. */
  #prepareSearch(open: Open, rows: readonly TableRow[]): void {
    const prepare = async (): Promise<void> => {
      const slices = new Slices()
      for (const row of rows) {
        if (slices.isOver(8)) await slices.next()
        if (this.#open !== open) return
        open.texts.of(row)
      }
    }
    // What the disk refuses now is asked for again by the search itself.
    setImmediate(() => void guardStorageWork(prepare))
  }

  async #merged(open: Open): Promise<readonly TableRow[]> {
    if (open.merged === null) {
      const isFirst = !open.isPrepared
      open.merged = mergedRows(open.listed, await this.#ownClaims(open))
      open.isPrepared = true
      await nextTurn()
      if (isFirst) this.#prepareSearch(open, open.merged)
    }
    return open.merged
  }

  async #sorted(open: Open, { sort, descending }: ClaimOrder): Promise<readonly TableRow[]> {
    const order = `${sort} ${descending}`
    if (open.sorted?.order !== order) {
      const rows = await sortedRows(await this.#merged(open), { sort, descending }, new Slices())
      open.sorted = { order, rows }
    }
    return open.sorted.rows
  }

  /** Those that the insurer's rows were bound to are found by plain columns; the others are opened. */
  async #ownClaims(open: Open): Promise<OwnClaims> {
    const { outbox, seesEntryOf } = this.#options
    const listed = new Set(open.listed.map(({ key }) => key))
    await nextTurn()
    const rows = outbox.claimsAtInsurer()
    await nextTurn()
    const bound = new Map<string, string>()
    const isBound = new Set<string>()
    for (const { product, claimId, entryId, officerId } of rows) {
      const key = claimKey(product, claimId)
      if (!listed.has(key)) continue
      isBound.add(entryId)
      if (seesEntryOf(officerId)) bound.set(key, entryId)
    }
    await nextTurn()
    const unbound: KeptEntry[] = []
    const take = (entry: KeptEntry | null): void => {
      const isClaim = entry?.body.kind === 'claim' && !isWithdrawn(entry.state) && !isBound.has(entry.id)
      if (isClaim && seesEntryOf(entry.officerId)) unbound.push(entry)
    }
    const slices = new Slices()
    for (const entry of [...outbox.undelivered()]) take(entry)
    const received = outbox.receivedClaimIds()
    await nextTurn()
    for (const id of received) {
      if (isBound.has(id)) continue
      if (slices.isOver(8)) await slices.next()
      take(outbox.get(id))
    }
    await nextTurn()
    return { bound, unbound }
  }
}

function forgetOutbox(open: Open): void {
  open.merged = null
  open.sorted = null
  open.found = null
}

function referencesOf(entry: KeptEntry | null): readonly string[] {
  return entry?.body.kind === 'claim' ? sentReferencesOf(entry.body) : []
}
