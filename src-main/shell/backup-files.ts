import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron'
import { say } from '../texts/texts.ts'

/** Lets the officer choose where backups are written and read, and folders, in the system's own dialog. */
export interface BackupFiles {
  /** Null when the officer cancels. */
  toSave(name: string): Promise<string | null>
  toOpen(): Promise<string | null>
  /** A folder of the office, such as a share or a stick. */
  folder(): Promise<string | null>
}

/** The system's dialogs, over the window when there is one. */
export function createBackupFiles(
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>,
  window: () => BrowserWindow | null,
): BackupFiles {
  const filters = () => [{ name: say('backup-files'), extensions: ['cdbackup'] }]
  const opened = async (question: OpenDialogOptions): Promise<string | null> => {
    const parent = window()
    const { canceled, filePaths } = await (parent === null
      ? dialog.showOpenDialog(question)
      : dialog.showOpenDialog(parent, question))
    return canceled ? null : (filePaths[0] ?? null)
  }
  return {
    async toSave(name) {
      const question = {
        title: say('save-backup'),
        defaultPath: name,
        filters: filters(),
        properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
      }
      const parent = window()
      const { canceled, filePath } = await (parent === null
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(parent, question))
      return canceled || filePath === '' ? null : filePath
    },
    toOpen: () => opened({ title: say('open-backup'), filters: filters(), properties: ['openFile'] }),
    folder: () => opened({ title: say('choose-folder'), properties: ['openDirectory', 'createDirectory'] }),
  }
}
