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
