import type { BrowserWindow, Dialog } from 'electron'
import type { SetUpSummary } from '#shared/contract/set-up.ts'
import { say } from '../texts/texts.ts'
import { askInBox } from './message-box.ts'

/** What main asks before a computer is set up. */
export interface SetUpWish extends Omit<SetUpSummary, 'check'> {
  /** Where the files of claims go; null for nowhere. */
  readonly fileStore: string | null
  /** Where updates come from; null for nowhere. */
  readonly updateFeed: string | null
  readonly folders: readonly string[]
}

/** The dialogs of a set-up, which no script in the page can answer. */
export interface SetUpDialogs {
  /** Null when the person cancels. */
  choose(): Promise<string | null>
  ask(wish: SetUpWish): Promise<boolean>
}

/** The system's dialogs, over the window when there is one. */
export function createSetUpDialogs(
  dialog: Pick<Dialog, 'showOpenDialog' | 'showMessageBox'>,
  window: () => BrowserWindow | null,
): SetUpDialogs {
  return {
    async choose() {
      const question = {
        title: say('set-up.open'),
        filters: [{ name: say('set-up.files'), extensions: ['cdsetup'] }],
        properties: ['openFile' as const],
      }
      const parent = window()
      const { canceled, filePaths } = await (parent === null
        ? dialog.showOpenDialog(question)
        : dialog.showOpenDialog(parent, question))
      return canceled ? null : (filePaths[0] ?? null)
    },
    async ask(wish) {
      const box = {
        type: 'question' as const,
        message: say('set-up.question'),
        detail: detailOf(wish),
        buttons: [say('set-up.allow'), say('cancel')],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      }
      return (await askInBox(dialog, window(), box)) === 0
    },
  }
}

function detailOf(wish: SetUpWish): string {
  const { environment, address, branchName, officers, fileStore, updateFeed, folders, keepsKey } = wish
  const lines = [
    say('set-up.insurer', { address, environment: say(`environment.${environment}`) }),
    branchName === '' ? null : say('set-up.branch', { name: branchName.replaceAll(/\s*\n\s*/g, ', ') }),
    say('set-up.officers', { n: officers }),
    fileStore === null ? null : say('set-up.file-store', { address: fileStore }),
    updateFeed === null ? null : say('set-up.updates', { address: updateFeed }),
    folders.length === 0 ? null : say('set-up.folders', { folders: folders.join('\n') }),
  ]
  const parts = [lines.filter((line) => line !== null).join('\n'), say('set-up.trust')]
  return [...parts, ...(keepsKey ? [] : [say('set-up.no-keyring')])].join('\n\n')
}
