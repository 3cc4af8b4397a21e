import type { BrowserWindow, Dialog } from 'electron'
import type { SetUpSummary } from '#shared/contract/set-up.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'
import { askToAllow } from './message-box.ts'

/** Where one of the insurer's environments has claims and files go. */
export interface WishedPlace {
  readonly environment: RemoteEnvironment
  readonly address: string
  /** The store of the claims' files with all of it that stands in an address; null for nowhere. */
  readonly fileStore: string | null
}

/** What main asks before a computer is set up: everything in the file that reaches an address, and the folders. */
export interface SetUpWish extends Pick<SetUpSummary, 'branchName' | 'officers'> {
  readonly places: readonly WishedPlace[]
  /** Links that stand for what does not apply. */
  readonly links: readonly string[]
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
    ask: (wish) =>
      askToAllow(dialog, window(), {
        type: 'question',
        message: say('set-up.question'),
        detail: detailOf(wish),
        allow: say('set-up.allow'),
      }),
  }
}

function detailOf(wish: SetUpWish): string {
  const { places, branchName, officers, links, updateFeed, folders } = wish
  const lines = [
    ...places.flatMap(linesOf),
    branchName === '' ? null : say('set-up.branch', { name: branchName.replaceAll(/\s*\n\s*/g, ', ') }),
    say('set-up.officers', { n: officers }),
    links.length === 0 ? null : say('set-up.links', { links: links.join('\n') }),
    updateFeed === null ? null : say('set-up.updates', { address: updateFeed }),
    folders.length === 0 ? null : say('set-up.folders', { folders: folders.join('\n') }),
  ]
  return [lines.filter((line) => line !== null).join('\n'), say('set-up.trust')].join('\n\n')
}

function linesOf({ environment, address, fileStore }: WishedPlace): readonly (string | null)[] {
  const where = { environment: say(`environment.${environment}`) }
  return [
    say('set-up.insurer', { address, ...where }),
    fileStore === null ? null : say('set-up.file-store', { address: fileStore, ...where }),
  ]
}
