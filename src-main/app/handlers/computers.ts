import { err, ok } from '#shared/result.ts'
import type { HandlersOf } from './register.ts'
import { mayManage } from '#main/office/officers/audience.ts'
import type { PageParts } from '../services-options.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'

/** Answers what the page asks about folders of the office. A folder never comes from the page. */
export function createOfficeHandlers(parts: PageParts): HandlersOf<'office'> {
  const { workspace, office, status, officers, backupFiles, backupQuestions } = parts
  /** Another officer may have signed in while a dialog was open. */
  const mayGoOn = (): boolean => mayManage(officers)
  const onlyOne = refuseWhileBusy()
  return {
    'office:choose-folder': ({ folder }) =>
      onlyOne(async () => {
        const chosen = await backupFiles.folder()
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
        office.setPassphrase(
          passphrase,
          async () => (await backupQuestions.mayReplacePassphrase()) && mayGoOn(),
        ),
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
