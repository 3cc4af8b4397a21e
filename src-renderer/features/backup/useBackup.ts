import { onMounted, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { BackupStatus, BackupStopped, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import type { Result } from '#shared/result.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** A manager's backup actions. */
export function useBackup(): {
  readonly status: Readonly<ShallowRef<BackupStatus | null>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly write: (passphrase: string) => Promise<Result<BackupWritten, Failure>>
  readonly stop: (to: string) => Promise<Result<BackupStopped, Failure>>
  readonly takeIn: () => Promise<Result<BackupTakenIn, Failure>>
} {
  const drafts = useDrafts()
  const outbox = useOutbox()
  const status = shallowRef<BackupStatus | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function read(): Promise<void> {
    const answer = await askMain('backup:status')
    failure.value = answer.ok ? null : answer.error
    if (answer.ok) status.value = answer.value
  }
  onMounted(read)

  return {
    status,
    failure,
    async write(passphrase) {
      await flushDrafts()
      const written = await askMain('backup:write', { passphrase })
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
      await Promise.all([outbox.read(), drafts.read()])
      await read()
      return taken
    },
  }
}
