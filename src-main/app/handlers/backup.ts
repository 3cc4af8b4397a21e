import { addressIn, type SettingsChange } from '#shared/settings.ts'
import type { SettingName } from '#shared/setting-rows.ts'
import type { BackupTakenIn } from '#shared/contract/backup.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Backups } from '#main/office/backup/backups.ts'
import { mayManage, worksHere } from '#main/office/officers/audience.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { importQuestion } from '#main/shell/questions.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import { storageAnswer, type HandlersOf } from './register.ts'
import type { AppStatusReporter } from '../app-status.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { Ask, BackupFiles } from '#main/shell/dialogs.ts'

/** Answers what the page asks about backups. Only one system dialog is open at a time. */
export function createBackupHandlers(
  workspace: Workspace,
  officers: OfficerSession,
  files: BackupFiles,
  ask: Ask,
  status: AppStatusReporter,
): HandlersOf<'backup'> {
  const onlyOne = refuseWhileBusy()

  async function withBackups<T>(
    work: (backup: Backups) => Promise<Result<T, OutboxFailure>> | Result<T, OutboxFailure>,
  ): Promise<Result<T, Failure>> {
    return await workspace.using(({ backup }) => onlyOne(async () => storageAnswer(await work(backup))))
  }

  // The application may have been locked, another officer signed in, or another environment opened meanwhile.
  const isStillThere = (backup: Backups): boolean =>
    mayManage(officers) && workspace.environment.services?.backup === backup

  return {
    'backup:status': () => workspace.using(async ({ backup }) => storageAnswer(await backup.status())),
    'backup:write': ({ passphrase }) =>
      withBackups(async (backup) => {
        const file = await files.toSave(backup.fileName())
        if (file === null || !isStillThere(backup)) return ok({ type: 'cancelled' })
        return await backup.write(file, passphrase)
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
        const { environment, settings: inForce } = workspace
        const { name } = environment
        const address = name === 'practice' ? null : addressIn(inForce, name)
        const offered = workspace.lacking(backup.chosen.settings())
        const isWanted = await ask(
          importQuestion({ ...work.value, environment: name, address, links: linksIn(offered) }),
        )
        if (!isWanted || !isStillThere(backup)) return ok({ type: 'cancelled' })
        const taken = await backup.takeIn((id) => worksHere(officers, id))
        if (!taken.ok || taken.value.type !== 'taken-in') return taken
        const settings = placesOf(await workspace.takeOver(offered))
        await status.announce('settings')
        return ok({ ...taken.value, settings })
      }),
  }
}

const links = ['notNeededLink', 'notAvailableLink'] as const

/** The links that would go with claims from now on. */
function linksIn(change: SettingsChange): readonly string[] {
  return links.flatMap((name) => change[name] ?? [])
}

/** Where in Settings what was taken over is found. */
function placesOf(change: SettingsChange): readonly SettingName[] {
  const isNamed = change.statusNames !== undefined || change.finalStatuses !== undefined
  const texts = ([...links, 'branchName'] as const).filter((name) => change[name] !== undefined)
  return isNamed ? ['statusNames', ...texts] : texts
}

/** Answers what the page asks about what goes into head office's bucket by itself. */
export function createOfficeHandlers(workspace: Workspace, office: Office): HandlersOf<'office'> {
  const onlyOne = refuseWhileBusy()
  return {
    'office:backup-passphrase': ({ passphrase }) => onlyOne(() => office.setPassphrase(passphrase)),
    'office:backup-now': () => onlyOne(async () => ok(await office.writeNow())),
    'office:pharmacies-at': ({ at }) =>
      workspace.using(({ memory }) =>
        memory.read('pharmacies-at') === at ? ok(null) : storageAnswer(memory.write('pharmacies-at', at)),
      ),
  }
}
