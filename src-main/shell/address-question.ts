import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'
import { askInBox, type MessageBoxes } from './message-box.ts'

/** An origin that nothing was sent to yet from this environment, or an address for updates. */
export interface AddressQuestion {
  readonly environment: RemoteEnvironment | 'updates'
  /** What was in use before; null where there is none. */
  readonly from: string | null
  readonly to: string
}

/**
 * Asks with the system's own message box, which no page can answer, whether an environment may send to a new origin, or
 * updates be fetched from a new address.
 */
export function createAddressQuestion(
  dialog: MessageBoxes,
  window: () => BrowserWindow | null,
): (question: AddressQuestion) => Promise<boolean> {
  return async (question) => (await askInBox(dialog, window(), boxOf(question))) === 0
}

function boxOf({ environment: name, from, to }: AddressQuestion): MessageBoxOptions {
  return name === 'updates'
    ? boxWith(say('address.feed-question', { to }), say('address.feed-detail'), say('address.feed-allow'))
    : boxWith(
        say('address.question', { to }),
        `${beforeOf(name, from)}\n\n${say('address.detail')}`,
        say('address.allow'),
      )
}

function beforeOf(name: RemoteEnvironment, from: string | null): string {
  const environment = say(`environment.${name}`)
  return from === null ? say('address.first', { environment }) : say('address.other', { environment, from })
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
