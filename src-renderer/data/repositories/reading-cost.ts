import type { ListPart } from '#shared/contract/claims.ts'
import type { ListSize } from './claims-repository-lists.ts'

/** A pace says nothing about a line before so much came over it. */
const leastBytes = 50_000
const leastMs = 500

/** What a reading of a list shows about its size and pace, however it ends. */
export class ReadingCost {
  readonly #now: () => number
  #startedMs: number
  #latest: ListPart | null = null
  #latestMs: number

  /** Starts with the reading. @param now a monotonic clock in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#startedMs = now()
    this.#latestMs = this.#startedMs
  }

  note(part: ListPart): void {
    this.#latest = part
    this.#latestMs = this.#now()
    if (part.isWaiting) this.#startedMs = this.#latestMs
  }

  /** Null while the pace or the whole is not known. */
  msLeft(): number | null {
    const pace = this.#bytesPerSecond()
    const { bytes, totalBytes } = this.#latest ?? nothing
    return pace === null || totalBytes === null ? null : (1000 * Math.max(0, totalBytes - bytes)) / pace
  }

  /** The list's size as it is known by now. @param before as it was known; null is nothing, for both. */
  sizeAfter(before: ListSize | null): ListSize | null {
    const { bytes, totalBytes, end } = this.#latest ?? nothing
    const bytesPerSecond = this.#bytesPerSecond() ?? before?.bytesPerSecond ?? null
    const whole = end?.type === 'complete' ? bytes : totalBytes
    const at = new Date().toISOString()
    if (end?.type !== 'not-modified' && whole !== null)
      return { bytes: whole, isWhole: true, bytesPerSecond, at }
    // A part of the list says less than an earlier reading of more.
    const isMore = end === null && bytes > (before?.bytes ?? 0)
    return isMore ? { bytes, isWhole: false, bytesPerSecond, at } : before && { ...before, bytesPerSecond }
  }

  #bytesPerSecond(): number | null {
    const { bytes } = this.#latest ?? nothing
    const passedMs = this.#latestMs - this.#startedMs
    return bytes < leastBytes || passedMs < leastMs ? null : (1000 * bytes) / passedMs
  }
}

const nothing = { bytes: 0, totalBytes: null, end: null }
