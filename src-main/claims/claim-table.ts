import type { ClaimFilter, ClaimOrder, KnownOfPolicy } from '#shared/domain/claim-list.ts'
import { customerWords } from '#shared/domain/customer.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products } from '#shared/domain/product.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import { sortTextOf } from '#shared/domain/told.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import { nextTurn, Slices } from '#main/platform/slices.ts'
import { guardStorageWork } from '#main/platform/sqlite.ts'
import type { ClaimListStore } from './list-store.ts'
import { ownClaims, type OwnSources } from './own-claims.ts'
import { foundRows, SearchTexts, type FoundRows } from './claim-filter.ts'
import { pairedRows, type Pairs } from './paired-rows.ts'
import { knownOf } from './known-of-policy.ts'
import { hasKey, listedRow, mergedRows, rowsToPair, type OwnClaims, type TableRow } from './table-rows.ts'

/** After the list left the screen, or the last question, its rows stay in memory so long. */
const keptOpenMs = 60_000

/** An answer waits so long for which rows are ours. What is not known by then is a change of the table later. */
const pairingMs = 100

/** A filtered and sorted list, and how many rows there are without a filter. */
export interface FoundInTable extends FoundRows {
  readonly all: number
}

/** What a list is narrowed to, and its order. */
export type TableQuestion = ClaimFilter & ClaimOrder

export interface ClaimTableOptions extends OwnSources {
  readonly store: Pick<ClaimListStore, 'read'>
  readonly clock: Pick<Clock, 'after'>
}

interface Open {
  readonly listed: readonly TableRow[]
  readonly texts: SearchTexts
  /** Settled entries that no row was bound to: each is opened once. */
  readonly settled: Map<string, KeptEntry>
  /** Which rows are of their entry's policy: a keyed digest of each, made once. */
  readonly matched: Map<string, boolean>
  /** As they were last found: a row or an entry that was bound since is in no pair. */
  pairs: Pairs
  /** While rows are paired. */
  pairing: Promise<void> | null
  merged: readonly TableRow[] | null
  /** The search texts are made, or being made. */
  isPrepared: boolean
  sorted: { readonly order: string; readonly rows: readonly TableRow[] } | null
  found: { readonly question: string; readonly rows: FoundRows } | null
}

/**
 * All claims, drafts, ours and the insurer's, as one list: opened when it is asked for, in memory while it is on the
 * screen and a minute longer. Everything is done in slices, and kept for the next window of the same list.
 */
export class ClaimTable {
  /** Rows that were answered before are ours, as became known since. */
  readonly paired = new Signal()
  readonly #options: ClaimTableOptions
  readonly #inTurn = oneAtATime()
  #open: Open | null = null
  #isOnScreen = false
  #cancelDrop: () => void = () => undefined
  /** Count what happens while a question is being answered. */
  #changes = 0
  #drops = 0
  #pairedLate = 0

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
        const looked = { texts: open.texts, officerId: this.#options.audience.officerId() }
        open.found = { question: asked, rows: await foundRows(rows, question, looked, new Slices()) }
      }
      return { ...open.found.rows, all: rows.length }
    })
  }

  /** The same once it is known which rows are ours, however long that takes: for what is kept. */
  async findPaired(question: TableQuestion): Promise<FoundInTable> {
    const drops = this.#drops
    for (;;) {
      const news = this.#pairedLate
      const found = await this.find(question)
      const pairing = this.#open?.pairing ?? null
      if ((pairing === null && news === this.#pairedLate) || drops !== this.#drops) return found
      await pairing
    }
  }

  /** The claims of a policy, of both products, without those that were taken out. */
  async ofPolicy(policyNumber: string): Promise<readonly TableRow[]> {
    return await this.#use(async (open) => ofPolicy(await this.#merged(open), policyNumberOf(policyNumber)))
  }

  /** What is known here of a policy's number. */
  async knownOf(policyNumber: string): Promise<KnownOfPolicy> {
    return await this.#use(async (open) => knownOf(policyNumberOf(policyNumber), await this.#merged(open)))
  }

  /** A claim by its key, and the others of its policy, newest first; null where there is none with that key. */
  async one(key: string): Promise<{ readonly row: TableRow; readonly others: readonly TableRow[] } | null> {
    return await this.#use(async (open) => {
      const rows = await this.#merged(open)
      const row = rows.find((any) => hasKey(any, key))
      if (row === undefined) return null
      const others = ofPolicy(rows, row.policy).filter((other) => other !== row)
      const newestFirst = { sort: 'created', descending: true } as const
      return { row, others: sortedRows(others, newestFirst) }
    })
  }

  /** Drafts or the outbox have changed, or what of them may be seen. @param ids of the entries that changed */
  entriesChanged(ids: readonly string[] = []): void {
    this.#changes += 1
    if (this.#open === null) return
    for (const id of ids) this.#open.settled.delete(id)
    forgetOurs(this.#open)
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
      if (changes !== this.#changes) forgetOurs(open)
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
    const { outbox, followUps, audience } = this.#options
    const texts = new SearchTexts({
      referencesOf: (id) => wordsOf(outbox.get(id), audience),
      searchText: (id) => followUps.searchText(id),
    })
    const none = {
      pairs: new Map(),
      pairing: null,
      merged: null,
      isPrepared: false,
      sorted: null,
      found: null,
    }
    const open: Open = { listed, texts, settled: new Map(), matched: new Map(), ...none }
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
        if (slices.isOver(32)) await slices.next()
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
      const listed = new Map(open.listed.map(({ key, policy }) => [key, policy]))
      const own = await ownClaims(this.#options, listed, open.settled, open.matched)
      if (open.pairing === null) await this.#pair(open, own)
      const merged = mergedRows(open.listed, own, open.pairs)
      open.merged = merged
      open.isPrepared = true
      await nextTurn()
      if (isFirst) this.#prepareSearch(open, merged)
      // Not what is kept: a change in between has forgotten that, and the answer is that of before.
      return merged
    }
    return open.merged
  }

  /** Resolves once rows are paired, or it took too long. */
  async #pair(open: Open, own: OwnClaims): Promise<void> {
    const entries = own.unbound.map(({ entry }) => entry)
    let isLate = false
    const isOver = (): boolean => isLate && this.#open !== open
    open.pairing = pairedRows(rowsToPair(open.listed, own), entries, isOver).then((pairs) => {
      const isNews = isLate && isOther(pairs, open.pairs)
      open.pairing = null
      open.pairs = pairs
      if (!isNews || this.#open !== open) return
      this.#pairedLate += 1
      this.entriesChanged()
      this.paired.emit()
    })
    const late = Promise.withResolvers<null>()
    const cancel = this.#options.clock.after(pairingMs, () => {
      isLate = true
      late.resolve(null)
    })
    await Promise.race([open.pairing, late.promise])
    cancel()
  }

  async #sorted(open: Open, { sort, descending }: ClaimOrder): Promise<readonly TableRow[]> {
    const order = `${sort} ${descending}`
    if (open.sorted?.order !== order) {
      const merged = await this.#merged(open)
      await nextTurn()
      open.sorted = { order, rows: sortedRows(merged, { sort, descending }) }
    }
    return open.sorted.rows
  }
}

function ofPolicy(rows: readonly TableRow[], policy: PolicyNumber): readonly TableRow[] {
  // What has no number yet is of no policy.
  return policy === '' ? [] : rows.filter((row) => row.policy === policy && row.group !== null)
}

function isOther(pairs: Pairs, before: Pairs): boolean {
  return pairs.size !== before.size || [...pairs].some(([id, row]) => before.get(id) !== row)
}

function forgetOurs(open: Open): void {
  open.merged = null
  open.sorted = null
  open.found = null
}

/** Its references, also written as one word, its customer, and the officer who submitted it. */
function wordsOf(entry: KeptEntry | null, { nameOf }: Pick<Audience, 'nameOf'>): readonly string[] {
  if (entry?.body.kind !== 'claim') return []
  const references = sentReferencesOf(entry.body)
  return [
    ...references,
    ...references.map((one) => one.replace('-', '')),
    ...customerWords(entry.body.customer),
    nameOf(entry.officerId) ?? '',
  ]
}

type Compare = (one: TableRow, other: TableRow) => number

const compare: Readonly<Record<ClaimOrder['sort'], Compare>> = {
  // The insurer tells seconds; of one second, the higher number is the later, and what is not listed yet the last.
  created: (one, other) =>
    compareText(sortTextOf(one.createdAt), sortTextOf(other.createdAt)) || numberOf(one) - numberOf(other),
  occurrence: (one, other) => compareText(sortTextOf(one.occurrenceDate), sortTextOf(other.occurrenceDate)),
  policy: (one, other) => compareText(one.policy, other.policy),
  // A missing amount sorts before the smallest one.
  amount: (one, other) => (one.amount ?? -1) - (other.amount ?? -1),
}

const numberOf = ({ listed }: TableRow): number => listed?.id ?? Number.MAX_SAFE_INTEGER

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** The rows in the chosen order, equal ones newest first: some milliseconds for all that are kept of both lists. */
export function sortedRows(rows: readonly TableRow[], { sort, descending }: ClaimOrder): readonly TableRow[] {
  const direction = descending ? -1 : 1
  return rows.toSorted((one, other) => direction * compare[sort](one, other) || compare.created(other, one))
}
