import type { BrowserWindow, Dialog } from 'electron'
import { texts } from './texts.ts'

/** Asks with the system's own dialog where to save a file; null when the officer cancels. */
export function createFileChoice(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: () => BrowserWindow | null,
): (name: string) => Promise<string | null> {
  return async (name) => {
    const question = {
      title: texts.saveLog,
      defaultPath: name,
      properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
    }
    const parent = window()
    const { canceled, filePath } = await (parent === null
      ? dialog.showSaveDialog(question)
      : dialog.showSaveDialog(parent, question))
    return canceled || filePath === '' ? null : filePath
  }
}
