import type { MessageBoxOptions } from 'electron'
import { appName, say } from './texts.ts'

/** What is said where the folder of the application cannot be written to, before it ends. */
export function notWritableMessage(folder: string): MessageBoxOptions {
  return {
    type: 'error',
    title: appName,
    message: say('not-writable.message'),
    detail: say('not-writable.detail', { folder }),
    buttons: [say('not-writable.close')],
    noLink: true,
  }
}
