import type { ForgetAnswer } from '#shared/contract/privacy.ts'
import { err, ok } from '#shared/result.ts'
import type { AppStatusReporter } from '#main/office/environment/app-status.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { HandlersOf } from './register.ts'

/** Answers what is stored about a policy, and destroys it. */
export function createPrivacyHandlers(
  workspace: Workspace,
  status: AppStatusReporter,
): HandlersOf<'privacy'> {
  return {
    'privacy:about-policy': ({ policy, environment }) =>
      workspace.within(environment, async ({ kept, claimLists }) => {
        const found = kept.about(policy)
        if (!found.ok) return err(failureOf(found.error))
        return ok({ ...found.value, listedClaims: (await claimLists?.countOfPolicy(policy)) ?? 0 })
      }),
    'privacy:forget-policy': ({ policy, environment, filesAside }) =>
      workspace.within<ForgetAnswer>(environment, async (files) => {
        const done = files.kept.forget(policy, { filesAside })
        if (!done.ok) return err(failureOf(done.error))
        const { answer, entryIds } = done.value
        const isOpen = workspace.environment.name === environment
        if (isOpen && entryIds.length > 0) workspace.signals.entriesRemoved.emit(entryIds)
        if (answer.type !== 'forgotten') return ok(answer)
        // What is being read now may have claims of the policy.
        const open = isOpen ? workspace.environment.services : null
        await open?.claimListReader.stopAll()
        const listed = (await files.claimLists?.forgetPolicy(policy)) ?? ok(0)
        open?.claimListReader.renewed.emit()
        open?.claimListReader.changed.emit()
        if (!listed.ok) return err(failureOf(listed.error))
        return ok({ ...answer, listedClaims: listed.value })
      }),
    'privacy:clear-practice': async () => {
      const cleared = await workspace.clearPractice()
      await status.announce()
      return cleared
    },
  }
}
