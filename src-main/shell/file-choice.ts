import { extname } from 'node:path'
import type { BrowserWindow, Dialog } from 'electron'

/** Asks with the system's own dialog where to save a file; null when the officer cancels. */
export function createFileChoice(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: () => BrowserWindow | null,
): (name: string, title: string) => Promise<string | null> {
  return async (name, title) => {
    const extension = extname(name).slice(1)
    const question = {
      title,
      defaultPath: name,
      // With a filter, most systems add the extension to a name typed without one, and the gate does for the others.
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
    }
    const parent = window()
    const { canceled, filePath } = await (parent === null
      ? dialog.showSaveDialog(question)
      : dialog.showSaveDialog(parent, question))
    return canceled || filePath === '' ? null : filePath
  }
}
