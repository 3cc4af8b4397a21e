import type { BrowserWindow } from 'electron'
import type { WaitingWork } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { say, sayMoment, saySize } from '../texts/texts.ts'
import { askInBox, type MessageBoxes } from './message-box.ts'

/** What a release would do. */
export interface ReleaseWish extends Pick<WaitingWork, 'from' | 'createdAt' | 'as' | 'open' | 'files'> {
  readonly environment: Environment
  /** The insurer's address; null for practice. */
  readonly address: string | null
}

/** Asks whether a backup is released; false when it is not. */
export type AskRelease = (wish: ReleaseWish) => Promise<boolean>

/** Asks in a dialog of the system, which no script in the page can answer. It says what would be sent, and where. */
export function createReleaseQuestion(dialog: MessageBoxes, window: () => BrowserWindow | null): AskRelease {
  return async ({ from, createdAt, as, open, files, environment, address }) => {
    const counts = {
      claims: say('release-backup.claims', { n: open.claims }),
      requests: say('release-backup.requests', { n: open.requests }),
      files: say('release-backup.files', { n: files.files, size: saySize(files.bytes) }),
    }
    const insurer = [say(`environment.${environment}`), address].filter((part) => part !== null)
    const question = {
      type: 'warning' as const,
      message: say('release-backup.question', { number: from }),
      detail: [
        `${say('release-backup.open', counts)} ${say(`release-backup.${as}`)}`,
        insurer.join(', '),
        say('release-backup.written', { when: sayMoment(createdAt) }),
        say('release-backup.trust'),
      ].join('\n\n'),
      buttons: [say('release-backup.release'), say('release-backup.wait')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    return (await askInBox(dialog, window(), question)) === 0
  }
}
