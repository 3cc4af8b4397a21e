/**
 * Runs one task at a time, and none until a rest after the last one has passed. What is asked for meanwhile is not
 * run later either.
 *
 * @param monotonicMs milliseconds of a monotonic clock.
 * @returns runs a task; null where it was not run. `rests` says of its result whether a rest follows.
 */
export function rarely(
  restMs: number,
  monotonicMs: () => number = () => performance.now(),
): <T>(task: () => Promise<T>, rests?: (result: T) => boolean) => Promise<T | null> {
  let isRunning = false
  let restsUntilMs = -Infinity
  return async (task, rests = () => true) => {
    if (isRunning || monotonicMs() < restsUntilMs) return null
    isRunning = true
    try {
      const result = await task()
      if (rests(result)) restsUntilMs = monotonicMs() + restMs
      return result
    } finally {
      isRunning = false
    }
  }
}
