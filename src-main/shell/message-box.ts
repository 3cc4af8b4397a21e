import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

/** The part of Electron's `dialog` that asks in a message box. */
export type MessageBoxes = Pick<Dialog, 'showMessageBox'>

/** Asks with the system's own message box, over the window while there is one. @returns the button's index */
export async function askInBox(
  dialog: MessageBoxes,
  window: BrowserWindow | null,
  box: MessageBoxOptions,
): Promise<number> {
  const { response } = await (window === null
    ? dialog.showMessageBox(box)
    : dialog.showMessageBox(window, box))
  return response
}
