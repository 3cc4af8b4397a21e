import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { forgetEverywhere, keptAbout, type Forgotten, type KeptEverywhere } from '#renderer/data/kept-data.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** A manager's actions on kept data; removed data is dropped from the page's memory as well. */
export function useKeptData(): {
  readonly about: (policy: PolicyNumber) => Promise<Result<KeptEverywhere, Failure>>
  readonly forget: (policy: PolicyNumber, filesAside: boolean) => Promise<Result<Forgotten, Failure>>
  readonly clearPractice: () => Promise<Result<null, Failure>>
} {
  const app = useAppStatus()
  const bodies = useClaimBodies()
  const claims = useClaims()
  const drafts = useDrafts()
  const outbox = useOutbox()

  async function use<T>(
    work: (open: Environment) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return app.status === null ? err({ type: 'storage-unavailable' }) : await work(app.status.environment)
  }

  return {
    about: (policy) => use((open) => keptAbout(open, policy)),
    async forget(policy, filesAside) {
      const answer = await use((open) => forgetEverywhere(open, policy, filesAside))
      bodies.forget()
      await Promise.all([drafts.read(), claims.read()])
      return answer
    },
    async clearPractice() {
      const cleared = await askMain('privacy:clear-practice')
      bodies.forget()
      await Promise.all([outbox.read(), drafts.read(), claims.read()])
      return cleared
    },
  }
}
