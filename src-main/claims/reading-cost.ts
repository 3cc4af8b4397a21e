import type { ListSize } from '#shared/domain/claim-list.ts'
import type { Clock } from '#main/platform/clock.ts'

/** A pace says nothing about a line before so much came over it. */
const leastBytes = 50_000
const leastMs = 500

/** How a reading ended. Of one that was cut off, or stopped, its size is the least that the list can have. */
export type ReadingEnd = 'whole' | 'unchanged' | 'part'

/** What a reading of a list shows about its size and pace, however it ends. */
export class ReadingCost {
  readonly #clock: Clock
  #startedMs: number
  #latestMs: number
  bytes = 0
  totalBytes: number | null = null

  /** Starts with the reading. */
  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedMs = clock.monotonicMs()
    this.#latestMs = this.#startedMs
  }

  /** The list is asked for only now. */
  begun(): void {
    this.#startedMs = this.#clock.monotonicMs()
    this.#latestMs = this.#startedMs
  }

  /** @param totalBytes null when the insurer does not say how many will come */
  note(bytes: number, totalBytes: number | null): void {
    this.bytes = bytes
    this.totalBytes = totalBytes
    this.#latestMs = this.#clock.monotonicMs()
  }

  /** Null while the pace or the whole is not known. */
  msLeft(): number | null {
    const pace = this.#bytesPerSecond()
    if (pace === null || this.totalBytes === null) return null
    return (1000 * Math.max(0, this.totalBytes - this.bytes)) / pace
  }

  /** The list's size as it is known by now. @param before as it was known; null is nothing, for both. */
  sizeAfter(before: ListSize | null, end: ReadingEnd): ListSize | null {
    const bytesPerSecond = this.#bytesPerSecond() ?? before?.bytesPerSecond ?? null
    const whole = end === 'whole' ? this.bytes : this.totalBytes
    const at = this.#clock.now().toISOString()
    if (end !== 'unchanged' && whole !== null) return { bytes: whole, isWhole: true, bytesPerSecond, at }
    // A part of the list says less than an earlier reading of more.
    const isMore = end === 'part' && this.bytes > (before?.bytes ?? 0)
    return isMore
      ? { bytes: this.bytes, isWhole: false, bytesPerSecond, at }
      : before && { ...before, bytesPerSecond }
  }

  #bytesPerSecond(): number | null {
    const passedMs = this.#latestMs - this.#startedMs
    return this.bytes < leastBytes || passedMs < leastMs ? null : (1000 * this.bytes) / passedMs
  }
}
