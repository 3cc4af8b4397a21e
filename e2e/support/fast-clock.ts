import type { Clock } from '#main/platform/clock.ts'

/** A clock whose waits pass `speed` times as fast; the wall clock is the real one. */
export function fastClock(speed: number): Clock {
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now() * speed,
    after(delayMs, callBack) {
      const timer = setTimeout(callBack, delayMs / speed)
      return () => clearTimeout(timer)
    },
    soon: (callBack) => void setImmediate(callBack),
  }
}
