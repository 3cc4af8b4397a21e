import { err, ok } from '#shared/result.ts'
import type { AppStatusReporter } from '../environment/app-status.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { HandlersOf } from '../ipc/register.ts'
import { failureOf } from '../outbox/failure-of.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { BackupFiles } from '../shell/dialogs.ts'
import type { BackupQuestions } from '../shell/questions.ts'
import type { Office } from './office.ts'

export interface OfficeHandlerOptions {
  readonly workspace: Workspace
  readonly office: Office
  readonly status: AppStatusReporter
  readonly files: Pick<BackupFiles, 'folder'>
  readonly questions: Pick<BackupQuestions, 'mayReplacePassphrase'>
  /** Whether this may still be done: another officer may have signed in while a dialog was open. */
  readonly mayGoOn: () => boolean
}

/** Answers what the page asks about folders of the office. A folder never comes from the page. */
export function createOfficeHandlers(options: OfficeHandlerOptions): HandlersOf<'office'> {
  const { workspace, office, status, files, questions, mayGoOn } = options
  const onlyOne = refuseWhileBusy()
  return {
    'office:choose-folder': ({ folder }) =>
      onlyOne(async () => {
        const chosen = await files.folder()
        if (chosen === null || !mayGoOn()) return ok(await status.now())
        const changed = await workspace.change({ [folder]: chosen })
        return changed.ok ? ok(await status.announce()) : changed
      }),
    'office:clear-folder': async ({ folder }) => {
      const changed = await workspace.change({ [folder]: '' })
      return changed.ok ? ok(await status.announce()) : changed
    },
    'office:backup-passphrase': ({ passphrase }) =>
      onlyOne(() =>
        office.setPassphrase(passphrase, async () => (await questions.mayReplacePassphrase()) && mayGoOn()),
      ),
    'office:backup-now': () => onlyOne(async () => ok(await office.writeNow())),
    'office:pharmacies-at': ({ at }) => {
      const services = workspace.services()
      if (!services.ok) return services
      const { memory } = services.value
      if (memory.read('pharmacies-at') === at) return ok(null)
      const written = memory.write('pharmacies-at', at)
      return written.ok ? written : err(failureOf(written.error))
    },
  }
}
