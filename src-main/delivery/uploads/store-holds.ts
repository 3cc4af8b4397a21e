import type { StoreProblem } from '#shared/domain/file-store.ts'
import { backoffMs, type Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'

/** Why nothing goes to a store now. */
export type StoreHold = StoreProblem | 'no-store'

interface Held {
  readonly hold: StoreHold
  readonly againAtMs: number
}

/** Between tries of a store that cannot be reached, or that is busy. */
const backoff = { firstMs: 2_000, mostMs: 5 * 60_000 } as const
/** Where somebody has to put something right. */
const lookAgainMs = 5 * 60_000
/** A busy store has many branches: each waits a random part of this longer than it was asked. */
const spreadMs = 20_000

/** The holds of each place that files lie in or go to. Kept in memory: a start tries at once. */
export class StoreHolds {
  readonly #clock: Clock
  readonly #random: Random
  readonly #held = new Map<string, Held>()
  readonly #failures = new Map<string, number>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  /** Adds or renews a hold. @param retryAfterMs how long the store asked to wait; null where it did not say */
  add(place: string, hold: StoreHold, retryAfterMs: number | null = null): void {
    const failures = (this.#failures.get(place) ?? 0) + 1
    this.#failures.set(place, failures)
    const againAtMs = this.#clock.monotonicMs() + this.#waitMs(hold, failures, retryAfterMs)
    this.#held.set(place, { hold, againAtMs })
  }

  of(place: string): StoreHold | null {
    return this.#held.get(place)?.hold ?? null
  }

  /** Something arrived there: what it fails with next is the first failure. */
  works(place: string): void {
    this.#held.delete(place)
    this.#failures.delete(place)
  }

  /** Ends holds, of these kinds or all of them; what they fail with next waits no longer than the first failure. */
  lift(...kinds: readonly StoreHold[]): void {
    for (const [place, { hold }] of this.#held) {
      if (kinds.length > 0 && !kinds.includes(hold)) continue
      this.works(place)
    }
  }

  /** The next try is due now. */
  lookAgainNow(): void {
    const nowMs = this.#clock.monotonicMs()
    for (const [place, { hold }] of this.#held) this.#held.set(place, { hold, againAtMs: nowMs })
    this.#failures.clear()
  }

  /** The holds whose time is over. */
  due(): readonly { readonly place: string; readonly hold: StoreHold }[] {
    const nowMs = this.#clock.monotonicMs()
    return [...this.#held].flatMap(([place, { hold, againAtMs }]) =>
      againAtMs <= nowMs ? [{ place, hold }] : [],
    )
  }

  /** Lifts a hold whose time is over, for a try; a failure renews it with a longer wait. */
  tryAgain(place: string): void {
    this.#held.delete(place)
  }

  /** Milliseconds until a place is tried again; null without a hold. */
  msUntil(place: string): number | null {
    const againAtMs = this.#held.get(place)?.againAtMs
    return againAtMs === undefined ? null : Math.max(0, againAtMs - this.#clock.monotonicMs())
  }

  /** Milliseconds from `sinceMs` (monotonic) until the next place is tried again; null without a hold. */
  msUntilNext(sinceMs: number): number | null {
    const ahead = [...this.#held.values()].flatMap(({ againAtMs }) =>
      againAtMs > sinceMs ? [againAtMs - sinceMs] : [],
    )
    return ahead.length === 0 ? null : Math.min(...ahead)
  }

  #waitMs(hold: StoreHold, failures: number, retryAfterMs: number | null): number {
    const { firstMs, mostMs } = backoff
    if (hold === 'no-connection') return backoffMs(failures, this.#random, firstMs, mostMs)
    if (hold !== 'busy') return lookAgainMs
    const waitMs = retryAfterMs ?? backoffMs(failures, this.#random, firstMs, mostMs)
    return waitMs + this.#random() * Math.min(spreadMs, waitMs)
  }
}

/** Whether somebody has to put something right: a small file is tried first, and not the bytes of a photo. */
export function isCheckedFirst(hold: StoreHold): boolean {
  return hold !== 'no-connection' && hold !== 'busy' && hold !== 'no-store'
}
