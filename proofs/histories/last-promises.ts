import { isSettled, mayReturnToDraft } from '#shared/outbox/predicates.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Branch } from './branch.ts'
import type { Promises } from './promises.ts'

/** At the end of a history: what needs an officer's decision can be ended with the actions that the screen offers. */
export function decideTheRest(promises: Promises, branch: Branch, outbox: Outbox): void {
  for (const tracked of promises.tracked.filter(({ accepted }) => accepted)) {
    const { id, body } = tracked.submission
    if (isSettled(tracked.state)) continue
    branch.officer(mayReturnToDraft(body.kind, tracked.state) ? 'discard' : 'accept-as-sent', tracked)
    branch.officer('discard', tracked)
    const entry = outbox.get(id)
    if (entry === null || !isSettled(entry.state)) promises.break(`no end for ${id}`)
  }
}

/** What was accepted is still what was submitted. */
export function checkBodies(promises: Promises, outbox: Outbox): void {
  for (const { accepted, submission } of promises.tracked) {
    const kept = outbox.get(submission.id)
    if (accepted && JSON.stringify(kept?.body) !== JSON.stringify(submission.body)) {
      promises.break(`another body than was accepted: ${submission.id}`)
    }
  }
}
