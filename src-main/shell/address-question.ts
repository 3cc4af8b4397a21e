import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'
import { askInBox, type MessageBoxes } from './message-box.ts'

/** An address that nothing was sent to yet from this environment, one for updates, or a link that goes with claims. */
export interface AddressQuestion {
  readonly environment: RemoteEnvironment | 'updates' | 'link'
  /** It is a store that files go to, by everything of it that is part of an address; otherwise the insurer's address. */
  readonly isFileStore?: boolean
  /** What was in use before; null where there is none. */
  readonly from: string | null
  readonly to: string
}

/**
 * Asks with the system's own message box, which no page can answer, whether an environment may send to a new address,
 * updates be fetched from one, or a link go with claims.
 */
export function createAddressQuestion(
  dialog: MessageBoxes,
  window: () => BrowserWindow | null,
): (question: AddressQuestion) => Promise<boolean> {
  return async (question) => (await askInBox(dialog, window(), boxOf(question))) === 0
}

function boxOf({ environment: name, isFileStore = false, from, to }: AddressQuestion): MessageBoxOptions {
  if (name === 'updates') {
    return boxWith(
      say('address.feed-question', { to }),
      say('address.feed-detail'),
      say('address.feed-allow'),
    )
  }
  if (name === 'link') {
    const before = from === null ? say('address.link.first') : say('address.link.other', { from })
    return boxWith(
      say('address.link.question', { to }),
      `${before}\n\n${say('address.link.detail')}`,
      say('address.link.allow'),
    )
  }
  const sent = isFileStore ? 'files' : 'claims'
  const environment = say(`environment.${name}`)
  const before =
    from === null
      ? say(`address.${sent}.first`, { environment })
      : say(`address.${sent}.other`, { environment, from })
  return boxWith(
    say(`address.${sent}.question`, { to }),
    `${before}\n\n${say(`address.${sent}.detail`)}`,
    say('address.allow'),
  )
}

function boxWith(message: string, detail: string, allow: string): MessageBoxOptions {
  return {
    type: 'warning',
    message,
    detail,
    buttons: [allow, say('cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
}
