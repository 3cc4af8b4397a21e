import type { EntryBody, EntryState } from '#shared/outbox/entry.ts'
import { isSettled, isRejected } from '#shared/outbox/predicates.ts'

/**
 * The state of an entry whose other copy may be sent, or may have been sent, from another computer: nothing may go out
 * before its end there is known. A claim is looked for in the list; when it is proved absent an officer decides, since
 * the other computer may still send it. Where no list can tell, an officer decides at once.
 */
export function stateOfCopy(
  {
    body,
    state,
    attempts,
  }: { readonly body: EntryBody; readonly state: EntryState; readonly attempts: number },
  at: string,
): EntryState {
  if (isSettled(state) || isRejected(state)) return state
  const isUntold = body.kind === 'claim' && body.branchReference === null && attempts === 0
  // Equal fields in the list may be another claim's, and no baseline tells what was there before.
  if (isUntold) return { name: 'needs-review', since: at, resends: mostResends }
  return { name: 'unconfirmed', since: at, cause: 'copied-here', absentReadings: 0, resends: mostResends }
}

/** As if it had been queued again as often as that happens by itself: a proof of absence asks an officer. */
const mostResends = 2
