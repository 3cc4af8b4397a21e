import { err, ok } from '#shared/result.ts'
import type { Workspace } from '../environment/workspace.ts'
import { failureOf } from './failure-of.ts'
import type { RequestHandlers } from './register.ts'

type PrivacyChannel = Extract<keyof RequestHandlers, `privacy:${string}`>

/** Answers what is kept about a policy, and destroys it. @param onRemoved tells the page which entries are gone. */
export function createPrivacyHandlers(
  workspace: Workspace,
  currentOfficer: () => string | null,
  onRemoved: (ids: readonly string[]) => void,
): Pick<RequestHandlers, PrivacyChannel> {
  return {
    'privacy:about-policy': ({ policyNumber }) => {
      const services = workspace.services()
      if (!services.ok) return services
      const found = services.value.kept.about(policyNumber)
      return found.ok ? found : err(failureOf(found.error))
    },
    'privacy:forget-policy': async ({ policyNumber, filesAside }) => {
      const services = workspace.services()
      if (!services.ok) return services
      const done = services.value.kept.forget(policyNumber, { filesAside })
      if (!done.ok) return err(failureOf(done.error))
      if (done.value.entryIds.length > 0) {
        services.value.engine.entriesRemoved()
        onRemoved(done.value.entryIds)
      }
      const { answer, owners } = done.value
      if (answer.type !== 'forgotten') return ok(answer)
      // What the browser still has of removed rows opens with nothing once the page has sealed the others anew.
      const officerId = currentOfficer()
      const renewed = await services.value.pageEpochs.renew([...new Set([null, officerId, ...owners])])
      return ok({ ...answer, isDestroyed: answer.isDestroyed && renewed.ok })
    },
    'privacy:clear-practice': () => workspace.clearPractice(),
  }
}
