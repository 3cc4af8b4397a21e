import type { BrowserWindow } from 'electron'
import type { BackupContents } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { say, sayMoment, saySize } from '../texts/texts.ts'
import { askInBox, type MessageBoxes } from './message-box.ts'

/** What an import would do. */
export interface ImportWish extends Pick<
  BackupContents,
  'from' | 'createdAt' | 'as' | 'open' | 'brings' | 'files'
> {
  readonly environment: Environment
  /** The insurer's address; null for practice. */
  readonly address: string | null
}

/** Asks whether what a backup holds is let in. */
export type AskImport = (wish: ImportWish) => Promise<boolean>

/** Asks in a dialog of the system, which no script in the page can answer. It says what would be sent, and where. */
export function createImportQuestion(dialog: MessageBoxes, window: () => BrowserWindow | null): AskImport {
  return async ({ from, createdAt, as, open, brings, files, environment, address }) => {
    const counts = {
      claims: say('import-backup.claims', { n: open.claims }),
      requests: say('import-backup.requests', { n: open.requests }),
      drafts: say('import-backup.drafts', { n: brings.drafts }),
      files: say('import-backup.files', { n: files.files, size: saySize(files.bytes) }),
    }
    const insurer = [say(`environment.${environment}`), address].filter((part) => part !== null)
    const question = {
      type: 'warning' as const,
      message: say('import-backup.question', { number: from }),
      detail: [
        `${say('import-backup.open', counts)} ${say(`import-backup.${as}`)}`,
        insurer.join(', '),
        say('import-backup.written', { when: sayMoment(createdAt) }),
        say('import-backup.trust'),
      ].join('\n\n'),
      buttons: [say('import-backup.import'), say('cancel')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    return (await askInBox(dialog, window(), question)) === 0
  }
}
