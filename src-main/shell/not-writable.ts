import type { MessageBoxOptions } from 'electron'
import type { FolderFlaw } from './data-folder.ts'
import { appName, say } from '../texts/texts.ts'

/** The message shown before quitting when the data folder is not writable. */
export function notWritableMessage(folder: string): MessageBoxOptions {
  return closing(say('not-writable.message'), say('not-writable.detail', { folder }))
}

/** The message shown before quitting when a folder cannot be the data folder. */
export function unusableFolderMessage(folder: string, flaw: FolderFlaw): MessageBoxOptions {
  if (flaw === 'not-writable') return notWritableMessage(folder)
  return closing(say('data-folder.message'), `${say(`data-folder.${flaw}`)}\n\n${folder}`)
}

/** The message shown before quitting when the application could not start for an unexpected reason. */
export function startFailedMessage(): MessageBoxOptions {
  return closing(say('start-failed.message'), say('start-failed.detail'))
}

/** The notice that Chromium's sandbox is left out, with the window already open. */
export function noSandboxMessage(): MessageBoxOptions {
  return { ...closing(say('no-sandbox.message'), say('no-sandbox.detail')), type: 'warning' }
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
