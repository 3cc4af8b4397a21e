import type { BackupStopped, BackupTakenIn } from '#shared/contract/backup.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Backups } from './backups.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import type { BackupFiles } from '../shell/backup-files.ts'
import type { BackupQuestions } from '../shell/backup-questions.ts'
import { failureOf } from '../outbox/failure-of.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type BackupChannel = Extract<keyof RequestHandlers, `backup:${string}`>

export interface BackupHandlerOptions {
  readonly files: BackupFiles
  readonly questions: Pick<BackupQuestions, 'mayImport' | 'mayStop'>
  /** Whether this installation has an officer with that id. */
  readonly knowsOfficer: (id: string) => boolean
  /** Whether this may still be done: another officer may have signed in while a dialog was open. */
  readonly mayGoOn: () => boolean
}

/** Answers what the page asks about backups. Only one system dialog is open at a time. */
export function createBackupHandlers(
  workspace: Workspace,
  { files, questions, knowsOfficer, mayGoOn }: BackupHandlerOptions,
): Pick<RequestHandlers, BackupChannel> {
  const onlyOne = refuseWhileBusy()

  async function withBackups<T>(
    work: (backup: Backups) => Promise<Result<T, OutboxFailure>> | Result<T, OutboxFailure>,
  ): Promise<Result<T, Failure>> {
    const services = workspace.services()
    if (!services.ok) return services
    return await onlyOne(async () => {
      const done = await work(services.value.backup)
      return done.ok ? done : err(failureOf(done.error))
    })
  }

  // The application may have been locked, or another environment opened, while the dialog was open.
  const isStillThere = (backup: Backups): boolean =>
    mayGoOn() && workspace.environment.services?.backup === backup

  return {
    'backup:status': async () => {
      const services = workspace.services()
      if (!services.ok) return services
      const status = await services.value.backup.status()
      return status.ok ? status : err(failureOf(status.error))
    },
    'backup:write': ({ passphrase }) =>
      withBackups(async (backup) => {
        const file = await files.toSave(backup.fileName())
        if (file === null || !isStillThere(backup)) return ok({ type: 'cancelled' })
        return await backup.write(file, passphrase)
      }),
    'backup:stop': ({ to }) =>
      withBackups<BackupStopped>(async (backup) => {
        const isWanted = await questions.mayStop(to)
        return isWanted && isStillThere(backup) ? await backup.stop(to) : ok('cancelled')
      }),
    'backup:choose': () =>
      withBackups(async (backup) => {
        const file = await files.toOpen()
        if (file === null || !isStillThere(backup)) return ok({ type: 'cancelled' })
        return ok(await backup.chosen.choose(file))
      }),
    'backup:open': ({ passphrase }) => withBackups((backup) => backup.chosen.open(passphrase)),
    'backup:take-in': () =>
      withBackups<BackupTakenIn>(async (backup) => {
        const work = backup.chosen.opened()
        if (!work.ok) return work
        if (work.value.type === 'refused') return ok(work.value)
        const { environment, settings } = workspace
        const { name } = environment
        const address = name === 'practice' ? null : settings.baseUrls[name]
        const isWanted = await questions.mayImport({ ...work.value, environment: name, address })
        if (!isWanted || !isStillThere(backup)) return ok({ type: 'cancelled' })
        return await backup.takeIn(knowsOfficer)
      }),
  }
}
