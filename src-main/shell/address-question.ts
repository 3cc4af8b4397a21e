import type { BrowserWindow } from 'electron'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'
import { askToAllow, type MessageBoxes, type Permission } from './message-box.ts'

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
  return (question) => askToAllow(dialog, window(), permissionFor(question))
}

function permissionFor({ environment: name, isFileStore = false, from, to }: AddressQuestion): Permission {
  if (name === 'updates') {
    return warning(
      say('address.feed-question', { to }),
      say('address.feed-detail'),
      say('address.feed-allow'),
    )
  }
  if (name === 'link') {
    const before = from === null ? say('address.link.first') : say('address.link.other', { from })
    return warning(
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
  return warning(
    say(`address.${sent}.question`, { to }),
    `${before}\n\n${say(`address.${sent}.detail`)}`,
    say('address.allow'),
  )
}

function warning(message: string, detail: string, allow: string): Permission {
  return { type: 'warning', message, detail, allow }
}
