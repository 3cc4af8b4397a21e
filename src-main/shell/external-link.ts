import type { Shell } from 'electron'
import { isHttpsLink } from '#shared/https-link.ts'
import { isPracticeFile } from '#shared/domain/practice-file.ts'
import type { Log } from '#main/platform/log.ts'
import { askToAllow, type Dialogs } from './dialogs.ts'
import type { LinkOpener } from './page-guards.ts'
import { say } from '#main/platform/texts/texts.ts'

export interface ExternalLinkOptions {
  readonly dialogs: Pick<Dialogs, 'ask'>
  readonly shell: Pick<Shell, 'openExternal'>
  /** Where the practice server listens; null while practice is not open. */
  readonly practicePort: () => Promise<number | null>
  readonly log: Log
}

/**
 * Opens an https address in the officer's browser after a question that shows the whole address, in practice also a file
 * of its own server.
 */
export function createLinkOpener(options: ExternalLinkOptions): LinkOpener {
  return async (address) => {
    try {
      if (!isHttpsLink(address) && !isPracticeFile(address, await options.practicePort())) return
      if (await isConfirmed(options, address)) await options.shell.openExternal(address)
    } catch {
      options.log.event('external-link-failed')
    }
  }
}

async function isConfirmed({ dialogs }: ExternalLinkOptions, address: string): Promise<boolean> {
  return await askToAllow(dialogs, {
    type: 'question',
    message: say('open-link.question', { host: new URL(address).hostname }),
    detail: address,
    allow: say('open-link.open'),
  })
}
