import type { EntryState } from '#shared/outbox/entry.ts'
import { isForbidden, isSettled, isRejected } from '#shared/outbox/predicates.ts'

/**
 * The state of an entry whose other copy another computer may send, or may have sent: nothing may be sent from here
 * before the outcome there is known. A claim is looked for at the insurer; once it is proved absent an officer decides,
 * since the other computer may still send it.
 */
export function stateOfCopy(state: EntryState, at: string): EntryState {
  if (isSettled(state) || isRejected(state) || isForbidden(state)) return state
  return { name: 'unconfirmed', since: at, cause: 'copied-here', absentReadings: 0, resends: mostResends }
}

/** As if all automatic retries were used up, so that a proof of absence asks an officer. */
const mostResends = 2
