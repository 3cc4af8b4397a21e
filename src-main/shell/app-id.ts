import type { App } from 'electron'
import { appName } from './texts.ts'

/** As in electron-builder.json: Windows shows notifications only under the id of the shortcut in the start menu. */
export const appUserModelId = 'app.claimsdesk'

/**
 * Says who we are to Windows, which groups windows and shows notifications by that. Call it before the application is
 * ready, so that the first window is among them, and once the data folder is set, which is named by the application.
 *
 * From source it is another name: for its notifications Electron writes a shortcut of the application's name into the
 * start menu, over that of an installed Claims Desk (windows_toast_activator.cc).
 */
export function introduceToWindows(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setName'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (platform !== 'win32') return
  app.setAppUserModelId(app.isPackaged ? appUserModelId : execPath)
  if (!app.isPackaged) app.setName(`${appName} (from source)`)
}
