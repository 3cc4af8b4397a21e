import type { ForgottenInPlace, KeptInPlace } from '#shared/contract/privacy.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { ok } from '#shared/result.ts'
import { forgetEverywhere, keptEverywhere, type InPlace } from '#main/office/privacy/everywhere.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { AppStatusReporter } from '../app-status.ts'
import { storageAnswer, type HandlersOf } from './register.ts'

/** Answers what is stored about a policy, and destroys it. */
export function createPrivacyHandlers(
  workspace: Workspace,
  status: AppStatusReporter,
): HandlersOf<'privacy'> {
  const about =
    (policy: PolicyNumber): InPlace['about'] =>
    (environment) =>
      workspace.within<KeptInPlace>(environment, async ({ kept, claimLists }) => {
        const found = storageAnswer(kept.about(policy))
        if (!found.ok) return found
        return ok({ ...found.value, listedClaims: (await claimLists?.countOfPolicy(policy)) ?? 0 })
      })
  const forget =
    (policy: PolicyNumber, filesAside: boolean): InPlace['forget'] =>
    (environment) =>
      workspace.within<ForgottenInPlace>(environment, async (files) => {
        const done = storageAnswer(files.kept.forget(policy, { filesAside }))
        if (!done.ok) return done
        const { answer, entryIds } = done.value
        const open = workspace.servicesIn(environment)
        if (open !== null && entryIds.length > 0)
          workspace.signalsOf[environment].entriesRemoved.emit(entryIds)
        if (answer.type !== 'forgotten') return ok(answer)
        // What is being read now may have claims of the policy.
        await open?.claimListReader.stopAll()
        const listed = storageAnswer((await files.claimLists?.forgetPolicy(policy)) ?? ok(0))
        open?.claimListReader.renewed.emit()
        open?.claimListReader.changed.emit()
        return listed.ok ? ok({ ...answer, listedClaims: listed.value }) : listed
      })
  const shown = () => workspace.environment.name
  return {
    'privacy:about-policy': ({ policy }) => keptEverywhere(shown(), { about: about(policy) }),
    'privacy:forget-policy': ({ policy, filesAside }) =>
      forgetEverywhere(shown(), { about: about(policy), forget: forget(policy, filesAside) }),
    'privacy:clear-practice': async () => {
      const cleared = await workspace.clearPractice()
      await status.announce()
      return cleared
    },
  }
}
