import { isPlainHere } from '#shared/base-url.ts'
import type { FileStore, StoreCheck, StoreProblem } from '#shared/domain/file-store.ts'
import type { ObjectStore } from '#main/file-store/object-store.ts'
import { backoffMs, type Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Holds } from '#main/platform/holds.ts'

/** A file store whose access key is on this computer. */
export interface OpenedStore {
  readonly objects: ObjectStore
  /** Tries everything that uploading needs with a small file. */
  readonly check: (signal: AbortSignal) => Promise<StoreCheck>
}

/** Where files go. */
export interface StoreSource {
  /** The file store of the open environment as it is set now; null while none is. */
  current(): FileStore | null
  /** Null where the access key of that store is not on this computer. */
  open(store: FileStore): Promise<OpenedStore | null>
}

/** What identifies the place that files lie in, whatever else is set about it: the same for equal buckets. */
export function uploadPlaceOf({ endpoint, bucket }: FileStore): string {
  const address = new URL(endpoint)
  const { protocol, pathname, host } = address
  // The practice server of this computer may listen on another port at the next start.
  const isHere = isPlainHere(address)
  return JSON.stringify([isHere ? 'here' : protocol, isHere ? pathname : host + pathname, bucket])
}

/** Whether two addresses lead to the same bucket. */
export function isSamePlace(one: FileStore, other: FileStore): boolean {
  return uploadPlaceOf(one) === uploadPlaceOf(other)
}

/** Why nothing goes to a store now. */
export type StoreHold = StoreProblem | 'no-store'

/** Between tries of a store that cannot be reached, or that is busy. */
const backoff = { firstMs: 2_000, mostMs: 5 * 60_000 } as const
/** Where someone has to put something right. */
const lookAgainMs = 5 * 60_000
/** A busy store has many branches: each waits a random part of this longer than it was asked. */
const spreadMs = 20_000

/** The stores that files lie in or go to: each opened once until keys or settings change, with what holds its place. */
export class Stores extends Holds<string, StoreHold> {
  readonly #source: StoreSource
  readonly #random: Random
  readonly #failures = new Map<string, number>()
  #opened = new Map<string, Promise<OpenedStore | null>>()

  constructor(source: StoreSource, clock: Clock, random: Random) {
    super(clock)
    this.#source = source
    this.#random = random
  }

  /** The file store as it is set now; null while none is. */
  current(): FileStore | null {
    return this.#source.current()
  }

  /** The store of a file; null where its access key is not on this computer. */
  async open(store: FileStore): Promise<OpenedStore | null> {
    const current = this.#source.current()
    // Region, links and port may have been set right since.
    const now = current !== null && isSamePlace(current, store) ? current : store
    const address = JSON.stringify(now)
    const known = this.#opened.get(address) ?? this.#source.open(now)
    this.#opened.set(address, known)
    const opened = await known
    // A key may be given later.
    if (opened === null) this.#opened.delete(address)
    return opened
  }

  /** Closes all of them: what is in flight ends, and the next use opens them again. */
  async closeAll(): Promise<void> {
    const opened = [...this.#opened.values()]
    this.#opened = new Map()
    for (const one of await Promise.all(opened)) await one?.objects.close()
  }

  /** What holds the place of a store; null where nothing does. */
  holdOf(store: FileStore): StoreHold | null {
    return this.of(uploadPlaceOf(store))
  }

  /** Adds or renews a hold. @param retryAfterMs how long the store asked to wait; null where it did not say */
  failed(store: FileStore, hold: StoreHold, retryAfterMs: number | null = null): void {
    const place = uploadPlaceOf(store)
    const failures = (this.#failures.get(place) ?? 0) + 1
    this.#failures.set(place, failures)
    this.add(place, hold, this.#waitMs(hold, failures, retryAfterMs))
  }

  /** Something arrived there: what it fails with next is the first failure. */
  works(store: FileStore): void {
    this.#clear(uploadPlaceOf(store))
  }

  /** There is a connection again. */
  connected(): void {
    for (const [place, hold] of this.all()) if (isOutOfReach(hold)) this.#clear(place)
  }

  /** Nothing that was learned counts. */
  override liftAll(): void {
    super.liftAll()
    this.#failures.clear()
  }

  /** The next try of all is due now. */
  override lookAgainNow(): void {
    super.lookAgainNow(...this.all().map(([place]) => place))
    this.#failures.clear()
  }

  #clear(place: string): void {
    this.lift(place)
    this.#failures.delete(place)
  }

  #waitMs(hold: StoreHold, failures: number, retryAfterMs: number | null): number {
    const { firstMs, mostMs } = backoff
    if (hold === 'no-connection') return backoffMs(failures, this.#random, firstMs, mostMs)
    if (hold !== 'busy') return lookAgainMs
    const waitMs = retryAfterMs ?? backoffMs(failures, this.#random, firstMs, mostMs)
    return waitMs + this.#random() * Math.min(spreadMs, waitMs)
  }
}

/** Whether it may be the whole network that is not there, or that wants a sign-in first. */
export function isOutOfReach(hold: StoreHold | null): boolean {
  return hold === 'no-connection' || hold === 'tls'
}

/** Whether someone has to put something right: a small file is tried first, and not the bytes of a photo. */
export function isCheckedFirst(hold: StoreHold): boolean {
  return hold !== 'no-connection' && hold !== 'busy' && hold !== 'no-store'
}
