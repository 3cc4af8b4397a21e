import type { UpdateStatus } from '../updates.ts'
import { nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** Newer versions of the application. */
export const updateCalls = {
  'updates:status': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /** Checks for an update now, if there is a feed. */
  'updates:check': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /**
   * The application quits as soon as no attempt is in flight, and restarts as the new version. The page must have saved
   * before.
   */
  'updates:install': call({ takes: nothing, answers: answer<UpdateStatus>() }),
}
