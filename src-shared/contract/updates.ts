import type { UpdateStatus } from '../updates.ts'
import { nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** Newer versions of the application. */
export const updateCalls = {
  'updates:status': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /** Looks for an update now, where there is a feed. */
  'updates:check': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /** Refused once it was put off for as long as it may be. */
  'updates:put-off': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /** The application ends as soon as no attempt is open, and comes back as the new version. The page has saved. */
  'updates:install': call({ takes: nothing, answers: answer<UpdateStatus>() }),
}
