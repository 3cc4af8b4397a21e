/** Time as the engine sees it; in tests the clock stands still until it is advanced. */
export interface Clock {
  /** System time, for what officers read. It may jump. */
  now(): Date
  /** Monotonic time in milliseconds, for everything that waits. */
  monotonicMs(): number
  /** Calls back once after `delayMs`. @returns a function that cancels it. */
  after(delayMs: number, callBack: () => void): () => void
  /** Calls back once pending events were handled, so that what arrived together is processed together. */
  soon(callBack: () => void): void
}

// Node fires timers longer than this immediately.
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(delayMs, callBack) {
    const timer = setTimeout(callBack, Math.min(delayMs, longestTimerMs))
    return () => clearTimeout(timer)
  },
  soon: (callBack) => void setImmediate(callBack),
}
