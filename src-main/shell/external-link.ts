import type { BrowserWindow, Dialog, MessageBoxOptions, Shell } from 'electron'
import { isHttpsLink } from '#shared/domain/claim.ts'
import type { Log } from '../platform/log.ts'
import type { LinkOpener } from './navigation-guard.ts'
import { isPublicHost } from './public-host.ts'
import { say } from '../texts/texts.ts'

export interface ExternalLinkOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openExternal'>
  readonly window: () => BrowserWindow | null
  readonly log: Log
}

/**
 * Opens a public https address in the officer's browser after a question that shows the whole address. Addresses of
 * this computer or an internal network are refused with a message.
 */
export function createLinkOpener(options: ExternalLinkOptions): LinkOpener {
  return async (address) => {
    if (!isHttpsLink(address)) return
    try {
      if (!isPublicHost(new URL(address).hostname)) await explainRefusal(options, address)
      else if (await isConfirmed(options, address)) await options.shell.openExternal(address)
    } catch {
      options.log.event('external-link-failed')
    }
  }
}

async function isConfirmed(options: ExternalLinkOptions, address: string): Promise<boolean> {
  const response = await ask(options, {
    type: 'question',
    message: say('open-link.question', { host: new URL(address).hostname }),
    detail: address,
    buttons: [say('open-link.open'), say('cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

async function explainRefusal(options: ExternalLinkOptions, address: string): Promise<void> {
  await ask(options, {
    type: 'info',
    message: say('open-link.not-public', { host: new URL(address).hostname }),
    detail: say('open-link.not-public-detail', { address }),
    buttons: [say('open-link.close')],
    noLink: true,
  })
}

async function ask({ dialog, window }: ExternalLinkOptions, question: MessageBoxOptions): Promise<number> {
  const parent = window()
  const answer = await (parent === null
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(parent, question))
  return answer.response
}
