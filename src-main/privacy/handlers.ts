import type { ForgetAnswer } from '#shared/contract/kept-data.ts'
import { err, ok } from '#shared/result.ts'
import type { AppStatusReporter } from '../environment/app-status.ts'
import type { Workspace } from '../environment/workspace.ts'
import { failureOf } from '../outbox/failure-of.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { confirmRows, renewAllOwners, rowKeys } from '../keys/row-keys.ts'

type PrivacyChannel = Extract<keyof RequestHandlers, `privacy:${string}`>

/** Answers what is stored about a policy, and destroys it. */
export function createPrivacyHandlers(
  workspace: Workspace,
  status: AppStatusReporter,
): Pick<RequestHandlers, PrivacyChannel> {
  return {
    'privacy:about-policy': ({ policy, environment }) =>
      workspace.within(environment, ({ kept }) => {
        const found = kept.about(policy)
        return Promise.resolve(found.ok ? found : err(failureOf(found.error)))
      }),
    'privacy:forget-policy': ({ policy, environment, filesAside }) =>
      workspace.within<ForgetAnswer>(environment, async (files) => {
        const done = files.kept.forget(policy, { filesAside })
        if (!done.ok) return err(failureOf(done.error))
        const { answer, entryIds } = done.value
        const isOpen = workspace.environment.name === environment
        if (isOpen && entryIds.length > 0) workspace.signals.entriesRemoved.emit(entryIds)
        if (answer.type !== 'forgotten') return ok(answer)
        const renewed = await renewAllOwners(files, isOpen ? [null] : [])
        return ok({ ...answer, isDestroyed: answer.isDestroyed && renewed.ok })
      }),
    'privacy:row-keys': ({ environment }) =>
      workspace.within(environment, async (files) => ok(await rowKeys(files))),
    'privacy:rows-sealed': ({ environment, generation }) =>
      workspace.within(environment, (files) => confirmRows(files, generation)),
    'privacy:clear-practice': async () => {
      const cleared = await workspace.clearPractice()
      await status.announce()
      return cleared
    },
  }
}
