import { products, type Product } from '#shared/domain/product.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { isReconcilable } from '#shared/outbox/predicates.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import type { ListReader, ListEnd, ListFailure, ListStep } from '#main/insurer/api/claim-list.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { EngineOptions } from './engine-options.ts'
import type { InsurerConnection } from './insurer-connection.ts'

import { ListScan, type ListScanOptions } from './list-scan.ts'
import { ListResults, type ListResultsOptions } from './list-results.ts'
import { soughtOf, type Sought } from './recognition.ts'

/** One reading of a product's list that is under way. */
interface Reading {
  readonly product: Product
  readonly scan: ListScan
  /** Claims for which the list is read; none when it is read for a mere check. */
  readonly waiting: readonly string[]
  readonly askedAtMs: number
  readonly keys: number
}

/** What a reading of a claim list for the page tells the engine. Nothing of it is applied before the next turn. */
export interface ReadingWatcher {
  /** The next rows, as the page gets them. */
  rows(batch: readonly ReceivedClaim[]): void
  /** @param whole what a reading that reached the end of the list had; null for any other end */
  ended(whole: Pick<WholeList, 'rows' | 'bytes'> | null): void
}

type WholeList = Extract<ListEnd, { readonly type: 'complete' }>

/** Ignores a reading, because the engine cannot use it now. */
const blindWatcher: ReadingWatcher = { rows: () => undefined, ended: () => undefined }

export interface ListReadingsOptions extends ListResultsOptions, Pick<EngineOptions, 'api' | 'onChange'> {
  readonly connection: InsurerConnection
  readonly loop: Loop
}

/**
 * Reads the claim lists when looks at the details were in vain: one reading of a product at a time, beside everything
 * else. What a reading costs decides when the next one comes, and whether there is another at all.
 */
export class ListReadings {
  readonly #options: ListReadingsOptions
  readonly #results: ListResults

  constructor(options: ListReadingsOptions) {
    this.#options = options
    this.#results = new ListResults(options)
  }

  /** Starts the readings that are due. */
  start(): void {
    for (const product of products) {
      if (!this.#options.loop.has(`ask/list/${product}`)) this.#startIfDue(product)
    }
  }

  /**
   * Learns from a reading that is made for the page: call it when the list is asked for. A complete one counts like a
   * reading of the engine's own, of any other only what it showed.
   */
  watch(product: Product): ReadingWatcher {
    const { clock, onChange, connection, loop } = this.#options
    if (loop.isStopping) return blindWatcher
    // The page's reading goes on whatever the outbox's disk does.
    const made = guardStorage(() => this.#scanFor(product, []))
    if (!made.ok) return blindWatcher
    const scan = made.value
    const askedAtMs = clock.monotonicMs()
    const { keys } = connection
    return {
      rows: (batch) => void scan.take(batch),
      ended: (whole) => {
        const isWhole = whole !== null && whole.rows === scan.count
        loop.bring(() => {
          if (isWhole && keys === connection.keys)
            this.#takeWhole({ product, scan, askedAtMs }, whole.bytes, 'page')
          else this.#options.writing.write(() => this.#results.takePart(product, scan, null))
          onChange([])
        })
      },
    }
  }

  #startIfDue(product: Product): void {
    const { clock, records, searches, laterLooks } = this.#options
    const waiting = this.#waiting(product).map(({ id }) => id)
    const isWished = waiting.some((id) => searches.isListWished(id))
    const mayRead = records.msUntilRead(product) === 0
    if (waiting.length > 0 && records.isUnreadable(product) && !mayRead && !isWished) {
      this.#results.giveUp(product, waiting)
      return
    }
    const isCheckDue = laterLooks.isDue(product)
    if (isCheckDue && !records.isAffordable(product)) {
      laterLooks.done(product, clock.monotonicMs())
    }
    if (isWished || (mayRead && (waiting.length > 0 || laterLooks.isDue(product))))
      this.#ask(product, waiting)
  }

  #ask(product: Product, waiting: readonly string[]): void {
    const { clock, api, connection, loop, laterLooks } = this.#options
    const scan = this.#scanFor(product, laterLooks.isDue(product) ? [] : waiting)
    const { keys } = connection
    let askedAtMs = clock.monotonicMs()
    // The page may be reading this list: only when that is over is it asked for.
    const onBegun = (): void => void (askedAtMs = clock.monotonicMs())
    const onRows = (rows: readonly ReceivedClaim[]): ListStep => scan.take(rows)
    loop.start(`ask/list/${product}`, async (signal) => {
      const end = await api.readClaimList(product, { onRows, onBegun, signal })
      return () => this.#take({ product, scan, waiting, askedAtMs, keys }, end)
    })
  }

  #scanFor(product: Product, until: readonly string[]): ListScan {
    const { outbox, laterLooks, habits } = this.#options
    const soughtIn = (entry: KeptEntry | null): readonly Sought[] => {
      const sought = entry === null ? null : soughtOf(entry)
      return sought === null ? [] : [sought]
    }
    const sought = this.#results.followed(product).flatMap(soughtIn)
    const followed = new Set(sought.map(({ id }) => id))
    // An entry that is looked for although a row was bound to it is settled by that row.
    const boundTo = outbox.boundTo(product)
    const bound: ListScanOptions['bound'] = {
      has(id, policy) {
        const entryId = boundTo(id, policy)
        return entryId !== null && !followed.has(entryId)
      },
    }
    const counted = laterLooks.of(product).flatMap((id) => soughtIn(outbox.get(id)))
    const daysTell = habits.daysTell(product)
    return new ListScan({ sought, counted, daysTell, references: this.#references(product), bound, until })
  }

  // Entries that are not settled are at hand. Of the others, which may be many, those of a row's policy are opened.
  #references(product: Product): ListScanOptions['references'] {
    const { outbox, loop } = this.#options
    const open = new Map<string, Sought>()
    for (const entry of outbox.undelivered()) {
      const sought = soughtOf(entry)
      if (sought?.product === product) open.set(sought.reference, sought)
    }
    const attempted = outbox.attempted(product)
    const settled = (reference: string, policy: PolicyNumber): Sought | undefined =>
      attempted(policy)
        .flatMap((entry) => soughtOf(entry) ?? [])
        .find((sought) => sought.reference === reference)
    return {
      get(reference, policy) {
        const known = open.get(reference)
        if (known !== undefined || loop.isStopping) return known
        // Rows come between turns. What a disk failure leaves unknown here is settled: its absence is never concluded.
        const read = guardStorage(() => settled(reference, policy))
        return read.ok ? read.value : undefined
      },
    }
  }

  #take(reading: Reading, end: Result<ListEnd, ListFailure>): void {
    const { product, scan, waiting, askedAtMs, keys } = reading
    const { clock, onChange, connection, records, searches, writing } = this.#options
    const tookMs = clock.monotonicMs() - askedAtMs
    if (!end.ok) {
      const { failure, bytes } = end.error
      // Once rows came, the API was there: only this reading was cut off.
      if (bytes === 0 && connection.afterFailedLook(failure, keys)) return
      records.noteCutOff(product, { bytes, tookMs })
      writing.write(() => this.#results.takePart(product, scan, { waiting, failure }))
      for (const id of waiting) searches.listEnded(id, false)
      return
    }
    connection.reached()
    const { bytes } = end.value
    if (end.value.type === 'complete') this.#takeWhole(reading, bytes, 'engine')
    else writing.write(() => this.#results.takePart(product, scan, null))
    onChange([])
  }

  #takeWhole(
    { product, scan, askedAtMs }: Pick<Reading, 'product' | 'scan' | 'askedAtMs'>,
    bytes: number,
    reader: ListReader,
  ): void {
    const { records, laterLooks, writing } = this.#options
    records.noteComplete(product, scan, bytes)
    laterLooks.done(product, askedAtMs)
    writing.write(() => this.#results.takeWhole(product, scan, askedAtMs, reader))
  }

  // Claims that further looks at the details would not settle.
  #waiting(product: Product): readonly KeptEntry[] {
    const { outbox, searches } = this.#options
    return [...outbox.unconfirmed()].filter(
      ({ id, body, state }) =>
        body.kind === 'claim' &&
        body.product === product &&
        isReconcilable(body.kind, state) &&
        searches.isListDue(id),
    )
  }
}
