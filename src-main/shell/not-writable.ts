import type { MessageBoxOptions } from 'electron'
import type { FolderFlaw } from './data-folder.ts'
import { appName, say } from './texts.ts'

/** What is said where the folder of the application cannot be written to, before it ends. */
export function notWritableMessage(folder: string): MessageBoxOptions {
  return closing(say('not-writable.message'), say('not-writable.detail', { folder }))
}

/** What is said where the folder that was asked for cannot be the data folder, before the application ends. */
export function unusableFolderMessage(folder: string, flaw: FolderFlaw): MessageBoxOptions {
  return closing(say('data-folder.message'), `${say(`data-folder.${flaw}`)}\n\n${folder}`)
}

/** What is said where the application could not start for a reason that nobody foresaw, before it ends. */
export function startFailedMessage(): MessageBoxOptions {
  return closing(say('start-failed.message'), say('start-failed.detail'))
}

function closing(message: string, detail: string): MessageBoxOptions {
  return {
    type: 'error',
    title: appName,
    message,
    detail,
    buttons: [say('not-writable.close')],
    noLink: true,
  }
}
