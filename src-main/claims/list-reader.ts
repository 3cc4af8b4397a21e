import { createHash } from 'node:crypto'
import {
  isReadByItself,
  mostBytesByItself,
  type ListProgress,
  type ListState,
  type ListStates,
} from '#shared/domain/claim-list.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ListEnd, ListFailure } from '#main/insurer/api/claim-list.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { Engine } from '#main/delivery/engine.ts'
import type { ReadingWatcher } from '#main/delivery/list-readings.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import type { Result } from '#shared/result.ts'
import type { ClaimListStore } from './list-store.ts'
import { NewestClaims } from './newest-claims.ts'
import { ReadingCost } from './reading-cost.ts'

/** A reading that is over by then shows no progress. */
const progressAfterMs = 500
/** Progress is told so often at most. */
const progressEveryMs = 250

export interface ClaimListReaderOptions {
  readonly store: ClaimListStore
  readonly api: Pick<MerchantApi, 'streamShownClaims'>
  /** Learns from every list that is read. */
  readonly engine: Pick<Engine, 'watchReading'>
  readonly savesData: () => boolean
  readonly clock: Clock
  /** What the insurer's list says, or still says. @param at ISO time */
  readonly onRead: (claims: readonly ReceivedClaim[], at: string) => Promise<unknown>
}

type Doing = Pick<ListState, 'isFetching' | 'progress' | 'failure' | 'wasStopped'>
const idle: Doing = { isFetching: false, progress: null, failure: null, wasStopped: false }

/** Reads the insurer's claim lists into the store (endpoints 3 and 6): one reading of a product at a time. */
export class ClaimListReader {
  /** How a list stands has changed. */
  readonly changed = new Signal()
  /** Another list is kept. */
  readonly renewed = new Signal()
  readonly #options: ClaimListReaderOptions
  readonly #readings = new Map<Product, Reading>()
  readonly #doing: Record<Product, Doing> = { keke: idle, okada: idle }

  constructor(options: ClaimListReaderOptions) {
    this.#options = options
  }

  states(): ListStates {
    return { keke: this.#stateOf('keke'), okada: this.#stateOf('okada') }
  }

  /** Reads a list to its end, because an officer wants it; one that is being read is not asked for twice. */
  async read(product: Product): Promise<void> {
    await this.#read(product, Infinity)
  }

  /** Reads those of the lists that are small enough to be read by themselves. */
  async refresh(): Promise<void> {
    const { store, savesData } = this.#options
    const small = products.filter((product) => isReadByItself({ size: store.size(product) }, savesData()))
    await Promise.all(small.map((product) => this.#read(product, mostBytesByItself)))
  }

  /** The same because something became known at the insurer: what is being read by then may lack it. */
  async refreshAfterNews(): Promise<void> {
    await Promise.all([...this.#readings.values()].map(({ over }) => over))
    await this.refresh()
  }

  /** Ends a reading early; the kept list stays. */
  stop(product: Product): void {
    this.#readings.get(product)?.stop()
  }

  /** Ends all readings. */
  async stopAll(): Promise<void> {
    const running = [...this.#readings.values()]
    for (const reading of running) reading.stop()
    await Promise.all(running.map(({ over }) => over))
  }

  #stateOf(product: Product): ListState {
    const { store } = this.#options
    return { kept: store.kept(product), size: store.size(product), ...this.#doing[product] }
  }

  #change(product: Product, change: Partial<Doing>): void {
    this.#doing[product] = { ...this.#doing[product], ...change }
    this.changed.emit()
  }

  async #read(product: Product, mostBytes: number): Promise<void> {
    const running = this.#readings.get(product)
    if (running !== undefined) {
      await running.over
      return
    }
    const onProgress = (progress: ListProgress): void => this.#change(product, { progress })
    const reading = new Reading({ ...this.#options, product, mostBytes, onProgress })
    this.#readings.set(product, reading)
    this.#change(product, { isFetching: true, wasStopped: false })
    try {
      await reading.over
    } finally {
      this.#readings.delete(product)
    }
    const { failure, wasStopped, isNew } = reading
    // The list is shown before the reading counts as over.
    if (isNew) this.renewed.emit()
    this.#change(product, { isFetching: false, progress: null, failure, wasStopped })
  }
}

const byOfficer = 'stopped'

interface ReadingOptions extends ClaimListReaderOptions {
  readonly product: Product
  readonly mostBytes: number
  readonly onProgress: (progress: ListProgress) => void
}

/** One reading of a list. Until its end, and however it ends early, the kept list stays. */
class Reading {
  readonly over: Promise<void>
  failure: Failure | null = null
  wasStopped = false
  isNew = false
  readonly #options: ReadingOptions
  readonly #ending = new AbortController()
  readonly #cost: ReadingCost
  readonly #claims = new NewestClaims()
  readonly #digest = createHash('sha256')
  readonly #startedMs: number
  #watcher: ReadingWatcher | null = null
  #isWaiting = true
  #toldAtMs = -Infinity

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#cost = new ReadingCost(options.clock)
    this.#startedMs = options.clock.monotonicMs()
    this.over = this.#run()
  }

  stop(): void {
    this.#ending.abort(byOfficer)
  }

  async #run(): Promise<void> {
    const { store, api, clock, product } = this.#options
    const cancel = clock.after(progressAfterMs, () => this.#tell())
    const ended = await api.streamShownClaims(product, {
      etag: store.etag(product),
      signal: this.#ending.signal,
      onBegun: () => this.#begin(),
      onProgress: (bytes, totalBytes) => this.#note(bytes, totalBytes),
      onRows: (rows) => this.#take(rows),
    })
    cancel()
    const isOver = this.#ending.signal.aborted
    this.#cost.note(ended.ok ? ended.value.bytes : ended.error.bytes, this.#cost.totalBytes)
    const whole = ended.ok && ended.value.type === 'complete' && !isOver ? ended.value : null
    this.#watcher?.ended(whole)
    if (isOver) this.wasStopped = this.#ending.signal.reason === byOfficer
    else await this.#keep(ended)
    const unchanged = ended.ok && ended.value.type === 'not-modified'
    const end = whole !== null ? 'whole' : unchanged ? 'unchanged' : 'part'
    const size = this.#cost.sizeAfter(store.size(product), end)
    if (size !== null) store.noteSize(product, size)
  }

  async #keep(ended: Result<ListEnd, ListFailure>): Promise<void> {
    if (!ended.ok) {
      this.failure = ended.error.failure
      return
    }
    const { store, clock, onRead, product } = this.#options
    const fetchedAt = clock.now().toISOString()
    if (ended.value.type === 'not-modified') {
      const renewed = await store.renew(product, fetchedAt)
      if (renewed.ok) await onRead(await store.read(product), fetchedAt)
      else this.failure = failureOf(renewed.error)
    } else if (ended.value.type === 'complete') {
      const { etag } = ended.value
      const from = { fetchedAt, etag, digest: this.#digest.digest('base64'), listed: this.#claims.listed }
      const claims = this.#claims.all()
      const published = await store.publish(product, claims, from)
      if (published.ok) this.isNew = published.value
      else this.failure = failureOf(published.error)
      await onRead(claims, fetchedAt)
    }
  }

  #begin(): void {
    this.#isWaiting = false
    this.#cost.begun()
    this.#watcher = this.#options.engine.watchReading(this.#options.product)
  }

  #note(bytes: number, totalBytes: number | null): void {
    const before = this.#cost.bytes
    this.#cost.note(bytes, totalBytes)
    // A list that ends with the bytes that were too many is whole: only still more of them end its reading.
    if (Math.max(bytes > before ? before : 0, totalBytes ?? 0) > this.#options.mostBytes)
      this.#ending.abort('too-large')
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs - this.#startedMs >= progressAfterMs && nowMs - this.#toldAtMs >= progressEveryMs) this.#tell()
  }

  #take(rows: readonly ReceivedClaim[]): 'go-on' | 'stop' {
    if (this.#ending.signal.aborted) return 'stop'
    this.#watcher?.rows(rows)
    this.#claims.add(rows)
    for (const row of rows) this.#digest.update(`${JSON.stringify(row)}\n`)
    return 'go-on'
  }

  #tell(): void {
    if (this.#ending.signal.aborted) return
    this.#toldAtMs = this.#options.clock.monotonicMs()
    this.#options.onProgress({
      isWaiting: this.#isWaiting,
      bytes: this.#cost.bytes,
      totalBytes: this.#cost.totalBytes,
      claims: this.#claims.listed,
      msLeft: this.#cost.msLeft(),
    })
  }
}
