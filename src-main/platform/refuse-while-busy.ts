import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'

/**
 * Runs one task at a time, and refuses what is asked for meanwhile (`not-possible-now`) instead of queueing it: however
 * often the page asks, an officer sees one dialog.
 */
export function refuseWhileBusy(): <T>(
  task: () => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>> {
  let isBusy = false
  return async (task) => {
    if (isBusy) return err({ type: 'not-possible-now' })
    isBusy = true
    try {
      return await task()
    } finally {
      isBusy = false
    }
  }
}

/**
 * Runs one task at a time, and none until a rest after the last one has passed. What is asked for meanwhile is not
 * run later either.
 *
 * @param monotonicMs milliseconds of a monotonic clock.
 * @returns runs a task; null where it was not run.
 */
export function rarely(
  restMs: number,
  monotonicMs: () => number = () => performance.now(),
): <T>(task: () => Promise<T>) => Promise<T | null> {
  let isRunning = false
  let restsUntilMs = -Infinity
  return async (task) => {
    if (isRunning || monotonicMs() < restsUntilMs) return null
    isRunning = true
    try {
      const result = await task()
      restsUntilMs = monotonicMs() + restMs
      return result
    } finally {
      isRunning = false
    }
  }
}
