import { products, type Product } from '#shared/domain/product.ts'
import { isReconcilable } from '#shared/outbox/predicates.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import type { ListEnd, ListFailure, ListStep } from '../api/claim-reading.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { EngineParts } from './engine-parts.ts'
import { ListScan } from './list-scan.ts'
import { ListResults } from './list-results.ts'
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

/**
 * Reads the claim lists when looks at the details were in vain: one reading of a product at a time, beside everything
 * else. What a reading costs decides when the next one comes, and whether there is another at all.
 */
export class ListReadings {
  readonly #parts: EngineParts
  readonly #results: ListResults

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#results = new ListResults(parts)
  }

  /** Starts the readings that are due. */
  start(): void {
    for (const product of products) {
      if (!this.#parts.inFlight.isAsking(`list/${product}`)) this.#startIfDue(product)
    }
  }

  /** Milliseconds from `sinceMs` (monotonic) until a list that waits may be read again; null without one. */
  msUntilNext(sinceMs: number): number | null {
    const waits = products
      .filter((product) => this.#waiting(product).length > 0)
      .map((product) => this.#parts.records.msUntilRead(product, sinceMs))
      .filter((ms) => ms > 0)
    return waits.length === 0 ? null : Math.min(...waits)
  }

  #startIfDue(product: Product): void {
    const { records, searches, laterLooks, options } = this.#parts
    const waiting = this.#waiting(product).map(({ id }) => id)
    const isWished = waiting.some((id) => searches.isListWished(id))
    const mayRead = records.msUntilRead(product) === 0
    if (waiting.length > 0 && records.isUnreadable(product) && !mayRead && !isWished) {
      this.#results.giveUp(product, waiting)
      return
    }
    const isCheckDue = laterLooks.isDue(product)
    if (isCheckDue && !records.isAffordable(product)) {
      laterLooks.done(product, options.clock.monotonicMs())
    }
    if (isWished || (mayRead && (waiting.length > 0 || laterLooks.isDue(product))))
      this.#ask(product, waiting)
  }

  #ask(product: Product, waiting: readonly string[]): void {
    const { options, connection, inFlight, laterLooks } = this.#parts
    const scan = this.#scanFor(product, laterLooks.isDue(product) ? [] : waiting)
    const { keys } = connection
    let askedAtMs = options.clock.monotonicMs()
    // The page may be reading this list: only when that is over is it asked for.
    const onBegun = (): void => void (askedAtMs = options.clock.monotonicMs())
    const onRows = (rows: readonly ReceivedClaim[]): ListStep => scan.take(rows)
    inFlight.ask(
      `list/${product}`,
      (signal) => options.api.readClaimList(product, { onRows, onBegun, signal }),
      (end) => this.#take({ product, scan, waiting, askedAtMs, keys }, end),
    )
  }

  #scanFor(product: Product, until: readonly string[]): ListScan {
    const { outbox } = this.#parts.options
    const references = new Map<string, Sought>()
    for (const entry of [...outbox.attempted(product), ...this.#untriedHere(product)]) {
      const sought = soughtOf(entry)
      if (sought !== null) references.set(sought.reference, sought)
    }
    const sought = this.#results.followed(product).flatMap((entry) => soughtOf(entry) ?? [])
    const followed = new Set(sought.map(({ id }) => id))
    // An entry that is looked for although a row was bound to it is settled by that row.
    const settled = outbox.claimRows.bound(product).filter(({ entryId }) => !followed.has(entryId))
    const bound = new Set(settled.map(({ claimId }) => claimId))
    return new ListScan({ sought, references, bound, until })
  }

  // Copies of entries that another computer may have sent.
  #untriedHere(product: Product): readonly KeptEntry[] {
    return [...this.#parts.options.outbox.undelivered()].filter(
      ({ body, attempts }) => body.kind === 'claim' && body.product === product && attempts === 0,
    )
  }

  #take(reading: Reading, end: Result<ListEnd, ListFailure>): void {
    const { product, scan, waiting, askedAtMs, keys } = reading
    const { options, connection, records, searches, laterLooks, tell } = this.#parts
    const tookMs = options.clock.monotonicMs() - askedAtMs
    if (!end.ok) {
      const { failure, bytes } = end.error
      // Once rows came, the API was there: only this reading was cut off.
      if (bytes === 0 && connection.afterFailedLook(failure, keys)) return
      records.noteCutOff(product, { bytes, tookMs })
      tell(this.#results.takePart(product, scan, { waiting, failure }))
      for (const id of waiting) searches.listEnded(id, false)
      return
    }
    connection.reached()
    const { bytes } = end.value
    if (end.value.type === 'complete') {
      records.noteComplete(product, scan, bytes)
      laterLooks.done(product, askedAtMs)
      tell(this.#results.takeWhole(product, scan, askedAtMs))
    } else tell(this.#results.takePart(product, scan, null))
    options.onStatus()
  }

  // Claims for which looks at the details are not enough any more.
  #waiting(product: Product): readonly KeptEntry[] {
    const { options, searches } = this.#parts
    return [...options.outbox.unconfirmed()].filter(
      ({ id, body, state }) =>
        body.kind === 'claim' &&
        body.product === product &&
        isReconcilable(body.kind, state) &&
        searches.isListDue(id),
    )
  }
}
