import { addressIn } from '#shared/settings.ts'
import type { BackupStopped, BackupTakenIn } from '#shared/contract/backup.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Backups } from '#main/office/backup/backups.ts'
import { mayManage, worksHere } from '#main/office/officers/audience.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import type { HandlersOf } from './register.ts'
import type { PageParts } from '../services-options.ts'

/** Answers what the page asks about backups. Only one system dialog is open at a time. */
export function createBackupHandlers({
  workspace,
  officers,
  backupFiles: files,
  backupQuestions: questions,
}: PageParts): HandlersOf<'backup'> {
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

  // The application may have been locked, another officer signed in, or another environment opened meanwhile.
  const isStillThere = (backup: Backups): boolean =>
    mayManage(officers) && workspace.environment.services?.backup === backup

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
        const address = name === 'practice' ? null : addressIn(settings, name)
        const isWanted = await questions.mayImport({ ...work.value, environment: name, address })
        if (!isWanted || !isStillThere(backup)) return ok({ type: 'cancelled' })
        return await backup.takeIn((id) => worksHere(officers, id))
      }),
  }
}
