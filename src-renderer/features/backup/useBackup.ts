import { onMounted, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { BackupStatus, BackupStopped, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { restartRepositories } from '#renderer/data/repositories/start-up.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** What is written into a backup. */
export interface WriteWish {
  readonly passphrase: string
  /** Photos and PDFs too, where they are so many that they are asked for. */
  readonly withFiles: boolean
}

/** A manager's backup actions; imported drafts are updated in the page as well. */
export function useBackup(): {
  readonly status: Readonly<ShallowRef<BackupStatus | null>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly write: (wish: WriteWish) => Promise<Result<BackupWritten, Failure>>
  readonly stop: (to: string) => Promise<Result<BackupStopped, Failure>>
  readonly takeIn: () => Promise<Result<BackupTakenIn, Failure>>
} {
  const app = useAppStatus()
  const outbox = useOutbox()
  const status = shallowRef<BackupStatus | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function read(): Promise<void> {
    const answer = await askMain('backup:status')
    failure.value = answer.ok ? null : answer.error
    if (answer.ok) status.value = answer.value
  }
  onMounted(read)

  // Syncs the page's drafts with main as at start-up: shows those main has.
  async function reopen(): Promise<Result<null, Failure>> {
    const reopened = app.status === null ? ok(null) : await restartRepositories(app.status)
    await outbox.read()
    await read()
    return reopened.ok ? ok(null) : err({ type: 'storage-unavailable' })
  }

  return {
    status,
    failure,
    async write(wish) {
      await openedRepositories()?.drafts.flushCopies()
      const written = await askMain('backup:write', wish)
      await read()
      return written
    },
    async stop(to) {
      const stopped = await askMain('backup:stop', { to })
      await read()
      return stopped
    },
    async takeIn() {
      const taken = await askMain('backup:take-in')
      const opened = await reopen()
      return taken.ok && !opened.ok ? opened : taken
    },
  }
}
