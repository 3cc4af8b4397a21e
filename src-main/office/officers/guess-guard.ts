const freeGuesses = 3
const firstDelayMs = 5_000
/** The longest wait: long enough that six digits take years, short enough for a morning's mistake. */
const longestDelayMs = 15 * 60_000

/**
 * The delay before the next attempt after this many wrong secrets in a row: none for the first three, then 5 s, doubled
 * each time up to 15 minutes.
 */
function guessDelayMs(failures: number): number {
  if (failures < freeGuesses) return 0
  return Math.min(firstDelayMs * 2 ** (failures - freeGuesses), longestDelayMs)
}

interface Tries {
  readonly failures: number
  /** On the monotonic clock. */
  readonly waitUntilMs: number
}

/**
 * Counts wrong secrets and makes the next attempt wait. In memory, beside the officers' file: neither an earlier file
 * nor another time on this computer's clock ends a wait. A wait that a restart cut short is served again in full,
 * because nothing on the disk could tell how much of it has passed.
 */
export class GuessGuard {
  readonly #tries = new Map<string, Tries>()
  readonly #monotonicMs: () => number

  /** @param monotonicMs a clock that nobody can set, in milliseconds. */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** What the file says of an officer; it can only add to what is known. */
  read(id: string, failures: number): void {
    if (failures > (this.#tries.get(id)?.failures ?? 0)) this.failed(id, failures)
  }

  /** How long the next attempt has to wait, in milliseconds. */
  leftMs(id: string): number {
    return Math.max(0, (this.#tries.get(id)?.waitUntilMs ?? 0) - this.#monotonicMs())
  }

  /** The count after another wrong secret. */
  next(id: string): number {
    return (this.#tries.get(id)?.failures ?? 0) + 1
  }

  /** There were so many wrong secrets in a row. @returns the wait before the next attempt, in milliseconds. */
  failed(id: string, failures: number): number {
    const delayMs = guessDelayMs(failures)
    this.#tries.set(id, { failures, waitUntilMs: this.#monotonicMs() + delayMs })
    return delayMs
  }

  forgive(id: string): void {
    this.#tries.delete(id)
  }
}
