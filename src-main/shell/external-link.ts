import type { BrowserWindow, Dialog, Shell } from 'electron'
import { isHttpsLink } from '#shared/domain/claim.ts'
import type { Log } from './log.ts'
import type { LinkOpener } from './navigation-guard.ts'
import { texts } from './texts.ts'

export interface ExternalLinkOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openExternal'>
  readonly window: () => BrowserWindow | null
  readonly log: Log
}

/**
 * Opens an https address in the officer's browser after asking, showing the whole address. While one question is
 * open, others are dropped, so that a page cannot bury the officer in them.
 */
export function createLinkOpener(options: ExternalLinkOptions): LinkOpener {
  let asking = false
  return async (address) => {
    if (asking || !isHttpsLink(address)) return
    asking = true
    try {
      if (await isConfirmed(options, address)) await options.shell.openExternal(address)
    } catch {
      options.log.event('external-link-failed')
    } finally {
      asking = false
    }
  }
}

async function isConfirmed({ dialog, window }: ExternalLinkOptions, address: string): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message: texts.openLink.question(new URL(address).hostname),
    detail: address,
    buttons: [texts.openLink.open, texts.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const parent = window()
  const answer = await (parent === null
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(parent, question))
  return answer.response === 0
}
