import type { StoreProblem } from '#shared/domain/file-store.ts'
import { backoffMs, type Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Holds } from '#main/platform/holds.ts'

/** Why nothing goes to a store now. */
export type StoreHold = StoreProblem | 'no-store'

/** Between tries of a store that cannot be reached, or that is busy. */
const backoff = { firstMs: 2_000, mostMs: 5 * 60_000 } as const
/** Where someone has to put something right. */
const lookAgainMs = 5 * 60_000
/** A busy store has many branches: each waits a random part of this longer than it was asked. */
const spreadMs = 20_000

/** The holds of each place that files lie in or go to. */
export class StoreHolds extends Holds<string, StoreHold> {
  readonly #random: Random
  readonly #failures = new Map<string, number>()

  constructor(clock: Clock, random: Random) {
    super(clock)
    this.#random = random
  }

  /** Adds or renews a hold. @param retryAfterMs how long the store asked to wait; null where it did not say */
  failed(place: string, hold: StoreHold, retryAfterMs: number | null = null): void {
    const failures = (this.#failures.get(place) ?? 0) + 1
    this.#failures.set(place, failures)
    this.add(place, hold, this.#waitMs(hold, failures, retryAfterMs))
  }

  /** Something arrived there: what it fails with next is the first failure. */
  works(place: string): void {
    this.lift(place)
    this.#failures.delete(place)
  }

  /** There is a connection again. */
  connected(): void {
    for (const [place, hold] of this.all()) if (hold === 'no-connection') this.works(place)
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

  #waitMs(hold: StoreHold, failures: number, retryAfterMs: number | null): number {
    const { firstMs, mostMs } = backoff
    if (hold === 'no-connection') return backoffMs(failures, this.#random, firstMs, mostMs)
    if (hold !== 'busy') return lookAgainMs
    const waitMs = retryAfterMs ?? backoffMs(failures, this.#random, firstMs, mostMs)
    return waitMs + this.#random() * Math.min(spreadMs, waitMs)
  }
}

/** Whether someone has to put something right: a small file is tried first, and not the bytes of a photo. */
export function isCheckedFirst(hold: StoreHold): boolean {
  return hold !== 'no-connection' && hold !== 'busy' && hold !== 'no-store'
}
