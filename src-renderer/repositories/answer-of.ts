import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'

/** What main answered. A rejected request is a bug or main going away: to the officer it is one more failure. */
export async function answerOf<T>(request: Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await request
  } catch {
    return err({ type: 'unexpected' })
  }
}
