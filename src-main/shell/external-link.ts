import type { BrowserWindow, Shell } from 'electron'
import { isHttpsLink } from '#shared/https-link.ts'
import { isPracticeFile } from '#shared/domain/practice-file.ts'
import type { Log } from '../platform/log.ts'
import { askInBox, askToAllow, type MessageBoxes } from './message-box.ts'
import type { LinkOpener } from './navigation-guard.ts'
import { isPublicHost } from './public-host.ts'
import { say } from '../texts/texts.ts'

export interface ExternalLinkOptions {
  readonly dialog: MessageBoxes
  readonly shell: Pick<Shell, 'openExternal'>
  readonly window: () => BrowserWindow | null
  /** Where the practice server listens; null while practice is not open. */
  readonly practicePort: () => Promise<number | null>
  readonly log: Log
}

/**
 * Opens a public https address in the officer's browser after a question that shows the whole address, in practice also
 * a file of its own server. Other addresses of this computer or an internal network are refused with a message.
 */
export function createLinkOpener(options: ExternalLinkOptions): LinkOpener {
  return async (address) => {
    try {
      if (isPracticeFile(address, await options.practicePort())) {
        if (await isConfirmed(options, address)) await options.shell.openExternal(address)
        return
      }
      if (!isHttpsLink(address)) return
      if (!isPublicHost(new URL(address).hostname)) await explainRefusal(options, address)
      else if (await isConfirmed(options, address)) await options.shell.openExternal(address)
    } catch {
      options.log.event('external-link-failed')
    }
  }
}

async function isConfirmed({ dialog, window }: ExternalLinkOptions, address: string): Promise<boolean> {
  return await askToAllow(dialog, window(), {
    type: 'question',
    message: say('open-link.question', { host: new URL(address).hostname }),
    detail: address,
    allow: say('open-link.open'),
  })
}

async function explainRefusal({ dialog, window }: ExternalLinkOptions, address: string): Promise<void> {
  await askInBox(dialog, window(), {
    type: 'info',
    message: say('open-link.not-public', { host: new URL(address).hostname }),
    detail: say('open-link.not-public-detail', { address }),
    buttons: [say('open-link.close')],
    noLink: true,
  })
}
