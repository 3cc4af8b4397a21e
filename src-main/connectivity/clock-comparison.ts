import type { ClockDifference } from '#shared/connectivity.ts'
import type { ClockSample } from '../api/sighting.ts'
import type { Clock } from '../platform/clock.ts'

/** Beyond this, dates on claims may be wrong. */
const toleratedMs = 2 * 60_000
/** How far the wall clock may drift from the monotonic clock before it counts as moved. */
const strayMs = 5_000

/** Compares this computer's clock with the insurer's, and detects when it is changed. */
export class ClockComparison {
  readonly #clock: Clock
  #last: (ClockDifference & { readonly offsetMs: number }) | null = null

  #noticedMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns whether what is shown changed. */
  take({ aheadMs, uncertainMs }: ClockSample): boolean {
    const before = this.difference
    const isWrong = Math.abs(aheadMs) - uncertainMs > toleratedMs
    const comparedAt = this.#clock.now().toISOString()
    this.#last = { aheadMs, comparedAt, isWrong, offsetMs: this.#offsetMs() }
    return before?.isWrong !== isWrong || Math.abs(before.aheadMs - aheadMs) > 60_000
  }

  /** Null while unknown: before the first response, and after the clock was changed or the computer slept. */
  get difference(): ClockDifference | null {
    if (this.#last === null || this.#wasMoved()) return null
    const { aheadMs, comparedAt, isWrong } = this.#last
    return { aheadMs, comparedAt, isWrong }
  }

  /**
   * Whether the clock was changed (or the computer slept) since the last comparison. True once per change: a new
   * response is needed.
   */
  noticeMove(): boolean {
    const offsetMs = this.#offsetMs()
    if (!this.#wasMoved() || Math.abs(offsetMs - (this.#noticedMs ?? Infinity)) <= strayMs) return false
    this.#noticedMs = offsetMs
    return true
  }

  #wasMoved(): boolean {
    return this.#last !== null && Math.abs(this.#offsetMs() - this.#last.offsetMs) > strayMs
  }

  #offsetMs(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}
