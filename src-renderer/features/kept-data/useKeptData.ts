import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import type {
  Forgotten,
  KeptDataRepository,
  KeptEverywhere,
} from '#renderer/data/repositories/kept-data-repository.ts'
import { restartRepositories, type StartUpFailure } from '#renderer/data/repositories/start-up.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { asFailure } from './kept-words.ts'

/** A manager's actions on kept data; removed data is dropped from the page's memory as well. */
export function useKeptData(): {
  readonly about: (policy: PolicyNumber) => Promise<Result<KeptEverywhere, Failure>>
  readonly forget: (policy: PolicyNumber, filesAside: boolean) => Promise<Result<Forgotten, Failure>>
  readonly clearPractice: () => Promise<Result<null, Failure>>
} {
  const app = useAppStatus()
  const drafts = useDrafts()
  const outbox = useOutbox()

  async function use<T>(
    work: (keptData: KeptDataRepository) => Promise<Result<T, StartUpFailure>>,
  ): Promise<Result<T, Failure>> {
    const opened = openedRepositories()
    if (opened === null) return err({ type: 'storage-unavailable' })
    const done = await work(opened.keptData)
    return done.ok ? done : err(asFailure(done.error))
  }

  async function reopen(): Promise<Result<null, Failure>> {
    if (app.status === null) return ok(null)
    const restarted = await restartRepositories(app.status)
    return restarted.ok ? ok(null) : err(asFailure(restarted.error))
  }

  return {
    about: (policy) => use((keptData) => keptData.about(policy)),
    async forget(policy, filesAside) {
      const answer = await use((keptData) => keptData.forget(policy, { filesAside }))
      const opened = await reopen()
      await drafts.read()
      return answer.ok && !opened.ok ? opened : answer
    },
    async clearPractice() {
      const cleared = await use((keptData) => keptData.clearPractice())
      const opened = await reopen()
      await Promise.all([outbox.read(), drafts.read()])
      return cleared.ok ? opened : cleared
    },
  }
}
