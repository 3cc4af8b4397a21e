import type { ListPart, ListPartEnd } from '#shared/contract/claims.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { MerchantApi } from '../api/merchant-api.ts'
import type { Engine } from '../delivery/engine.ts'
import type { ReadingWatcher } from '../delivery/list-readings.ts'
import type { Clock } from '../platform/clock.ts'

/** Rows of one part: some hundred kB, and a few milliseconds of the page's time. */
const rowsPerPart = 500
/** A part with what there is, so that the progress of a slow line is seen. */
const longestPartMs = 1000
/** A page that asks no more was closed, or hangs. */
const abandonedAfterMs = 60_000

/** Where a list is read from, and the engine that learns from what is read; null while it has no storage. */
export interface ListSource {
  readonly connection: { readonly api: Pick<MerchantApi, 'streamShownClaims'> }
  readonly services: { readonly engine: Pick<Engine, 'watchReading'> } | null
}

export interface ClaimListReaderOptions {
  /** The open environment. A reading stays with the one in which it began. */
  readonly environment: () => ListSource
  readonly clock: Clock
}

/**
 * Reads claim lists for the page (endpoints 3 and 6), which takes them part by part: no more than a part is in main at
 * a time, and the insurer is read no faster than the page stores. One reading of a product is under way at most.
 */
export class ClaimListReader {
  readonly #options: ClaimListReaderOptions
  readonly #readings = new Map<Product, Reading>()

  constructor(options: ClaimListReaderOptions) {
    this.#options = options
  }

  /** Begins to read a list. @param etag of the list the page has, if the insurer gave one */
  begin(product: Product, etag: string | null): { readonly id: string } {
    this.#readings.get(product)?.stop()
    const { connection, services } = this.#options.environment()
    const reading: Reading = new Reading({
      clock: this.#options.clock,
      watch: () => services?.engine.watchReading(product) ?? null,
      onOver: () => {
        if (this.#readings.get(product) === reading) this.#readings.delete(product)
      },
    })
    this.#readings.set(product, reading)
    reading.follow(connection.api.streamShownClaims(product, { ...reading.ports, etag }))
    return { id: reading.id }
  }

  /** @returns the next part, or why the reading failed; `not-possible-now` for a reading that is over. */
  async next(id: string): Promise<Result<ListPart, Failure>> {
    return (await this.#readingOf(id)?.next()) ?? err({ type: 'not-possible-now' })
  }

  stop(id: string): void {
    this.#readingOf(id)?.stop()
  }

  /** Ends every reading: the page is locked or closed. */
  stopAll(): void {
    for (const reading of [...this.#readings.values()]) reading.stop()
  }

  #readingOf(id: string): Reading | undefined {
    return [...this.#readings.values()].find((reading) => reading.id === id)
  }
}

type End = Result<ListPartEnd, Failure>

interface ReadingOptions {
  readonly clock: Clock
  /** Called when the list is asked for. */
  readonly watch: () => ReadingWatcher | null
  readonly onOver: () => void
}

/** One reading: rows wait here until the page takes them. */
class Reading {
  readonly id = newId()
  readonly #clock: Clock
  readonly #watch: () => ReadingWatcher | null
  readonly #onOver: () => void
  readonly #stopping = new AbortController()
  #watcher: ReadingWatcher | null = null
  #rows: ReceivedClaim[] = []
  #bytes = 0
  #totalBytes: number | null = null
  #isWaiting = true
  #end: End | null = null
  /** Lets the API go on, while enough rows wait. */
  #goOn: (() => void) | null = null
  /** Wakes the page's request. */
  #wake: (() => void) | null = null
  #cancelAbandoned: () => void

  constructor({ clock, watch, onOver }: ReadingOptions) {
    this.#clock = clock
    this.#watch = watch
    this.#onOver = onOver
    this.#cancelAbandoned = this.#watchPage()
  }

  get ports() {
    return {
      onRows: (rows: readonly ReceivedClaim[]) => this.#take(rows),
      onBegun: (): void => {
        this.#isWaiting = false
        this.#watcher = this.#watch()
      },
      onProgress: (bytes: number, totalBytes: number | null): void => {
        this.#bytes = bytes
        this.#totalBytes = totalBytes
      },
      signal: this.#stopping.signal,
    }
  }

  follow(reading: ReturnType<MerchantApi['streamShownClaims']>): void {
    void reading.then((ended) => {
      this.#bytes = ended.ok ? ended.value.bytes : ended.error.bytes
      const isWhole = ended.ok && ended.value.type === 'complete' && !this.#isStopped()
      this.#watcher?.ended(isWhole ? ended.value : null)
      this.#end = this.#endOf(ended)
      this.#wake?.()
    })
  }

  async next(): Promise<Result<ListPart, Failure>> {
    this.#cancelAbandoned()
    if (!this.#hasPart()) await this.#filled()
    const rows = this.#rows.splice(0, rowsPerPart)
    const end = this.#rows.length === 0 ? this.#end : null
    if (end !== null) this.#onOver()
    else this.#cancelAbandoned = this.#watchPage()
    if (!this.#hasPart()) this.#letGoOn()
    if (end?.ok === false) return end
    const { value } = end ?? { value: null }
    const progress = { isWaiting: this.#isWaiting, bytes: this.#bytes, totalBytes: this.#totalBytes }
    return ok({ rows, ...progress, end: value })
  }

  stop(): void {
    this.#end = err({ type: 'not-possible-now' })
    this.#rows = []
    this.#stopping.abort('stopped')
    this.#cancelAbandoned()
    this.#letGoOn()
    this.#wake?.()
    this.#onOver()
  }

  async #take(rows: readonly ReceivedClaim[]): Promise<'go-on' | 'stop'> {
    if (this.#isStopped()) return 'stop'
    this.#watcher?.rows(rows)
    for (const row of rows) this.#rows.push(row)
    if (this.#hasPart()) {
      this.#wake?.()
      await new Promise<void>((resolve) => (this.#goOn = resolve))
    }
    return this.#isStopped() ? 'stop' : 'go-on'
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #hasPart(): boolean {
    return this.#end !== null || this.#rows.length >= rowsPerPart
  }

  #filled(): Promise<void> {
    this.#wake?.()
    return new Promise((resolve) => {
      const cancel = this.#clock.after(longestPartMs, () => this.#wake?.())
      this.#wake = () => {
        cancel()
        this.#wake = null
        resolve()
      }
    })
  }

  #letGoOn(): void {
    this.#goOn?.()
    this.#goOn = null
  }

  #watchPage(): () => void {
    return this.#clock.after(abandonedAfterMs, () => this.stop())
  }

  #endOf(ended: Awaited<ReturnType<MerchantApi['streamShownClaims']>>): End {
    if (this.#end !== null) return this.#end
    if (!ended.ok) return err(ended.error.failure)
    switch (ended.value.type) {
      case 'complete':
        return ok({ type: 'complete', etag: ended.value.etag })
      case 'not-modified':
        return ok({ type: 'not-modified' })
      // Only stop() ends a reading early.
      case 'stopped':
        return err({ type: 'not-possible-now' })
    }
  }
}
