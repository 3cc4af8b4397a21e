import type { BrowserWindow } from 'electron'
import type { BackupContents } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { say, sayMoment, saySize } from '../texts/texts.ts'
import { askToAllow, type MessageBoxes } from './message-box.ts'

/** What an import would do. */
interface ImportWish extends Pick<BackupContents, 'from' | 'createdAt' | 'as' | 'open' | 'brings' | 'files'> {
  readonly environment: Environment
  /** The insurer's address; null for practice. */
  readonly address: string | null
}

/** Questions about backups, in dialogs of the system: no script in the page can answer them. */
export interface BackupQuestions {
  /** Whether what a backup holds is let in. It says what would be sent, and where. */
  readonly mayImport: (wish: ImportWish) => Promise<boolean>
  /** Whether this computer stops sending for good. @param to the number of the one that continues */
  readonly mayStop: (to: string) => Promise<boolean>
  /** Whether later scheduled backups open by another passphrase than those before. */
  readonly mayReplacePassphrase: () => Promise<boolean>
}

export function createBackupQuestions(
  dialog: MessageBoxes,
  window: () => BrowserWindow | null,
): BackupQuestions {
  const asked = (message: string, detail: string, allow: string): Promise<boolean> =>
    askToAllow(dialog, window(), { type: 'warning', message, detail, allow })
  return {
    mayImport({ from, createdAt, as, open, brings, files, environment, address }) {
      const counts = {
        claims: say('import-backup.claims', { n: open.claims }),
        requests: say('import-backup.requests', { n: open.requests }),
        drafts: say('import-backup.drafts', { n: brings.drafts }),
        files: say('import-backup.files', { n: files.files, size: saySize(files.bytes) }),
      }
      const insurer = [say(`environment.${environment}`), address].filter((part) => part !== null)
      const detail = [
        `${say('import-backup.open', counts)} ${say(`import-backup.${as}`)}`,
        insurer.join(', '),
        say('import-backup.written', { when: sayMoment(createdAt) }),
        say('import-backup.trust'),
      ].join('\n\n')
      return asked(say('import-backup.question', { number: from }), detail, say('import-backup.import'))
    },
    mayStop: (to) =>
      asked(
        say('stop-sending.question'),
        say('stop-sending.detail', { number: to }),
        say('stop-sending.stop'),
      ),
    mayReplacePassphrase: () =>
      asked(
        say('replace-passphrase.question'),
        say('replace-passphrase.detail'),
        say('replace-passphrase.replace'),
      ),
  }
}
