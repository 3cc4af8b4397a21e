import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { say } from '../texts/texts.ts'

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

/** A question whether something may be done. @param allow the button that allows it */
export interface Permission {
  readonly type: 'warning' | 'question'
  readonly message: string
  readonly detail: string
  readonly allow: string
}

/** Asks whether something may be done; no is what Enter, Escape and a closed box mean. */
export async function askToAllow(
  dialog: MessageBoxes,
  window: BrowserWindow | null,
  { allow, ...box }: Permission,
): Promise<boolean> {
  const buttons = [allow, say('cancel')]
  return (await askInBox(dialog, window, { ...box, buttons, defaultId: 1, cancelId: 1, noLink: true })) === 0
}
