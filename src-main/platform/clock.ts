/** Time as the engine sees it; a test's clock stands still until it is moved. */
export interface Clock {
  /** The clock on the wall: for what officers read. It may jump. */
  now(): Date
  /** Milliseconds that never go back: for everything that waits. */
  monotonicMs(): number
  /** Calls back once after a while. @returns the disposer that cancels it. */
  after(delayMs: number, callBack: () => void): () => void
  /** Calls back once all that has come in by now was heard: what came together is then dealt with together. */
  soon(callBack: () => void): void
}

// Node fires timers longer than this at once.
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
