import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'

/** An origin that nothing was sent to yet from this environment. */
export interface AddressQuestion {
  readonly environment: RemoteEnvironment
  /** The origin in use before; null where there is none. */
  readonly from: string | null
  readonly to: string
}

/**
 * Asks with the system's own message box, which no page can answer, whether an environment may send to a new origin.
 */
export function createAddressQuestion(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: () => BrowserWindow | null,
): (question: AddressQuestion) => Promise<boolean> {
  return async (question) => {
    const parent = window()
    const box = boxOf(question)
    const { response } = await (parent === null
      ? dialog.showMessageBox(box)
      : dialog.showMessageBox(parent, box))
    return response === 0
  }
}

function boxOf({ environment: name, from, to }: AddressQuestion): MessageBoxOptions {
  const environment = say(`environment.${name}`)
  const before =
    from === null ? say('address.first', { environment }) : say('address.other', { environment, from })
  return {
    type: 'warning',
    message: say('address.question', { to }),
    detail: `${before}\n\n${say('address.detail')}`,
    buttons: [say('address.allow'), say('cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
}
