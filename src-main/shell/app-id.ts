import type { App } from 'electron'
import { appName } from '../texts/texts.ts'

/** As in electron-builder.json: Windows shows notifications only under the id of the shortcut in the start menu. */
export const appUserModelId = 'app.claimsdesk'

/**
 * Sets the application's identity on Windows, which groups windows and shows notifications by it. Call it before the
 * application is ready, so that the first window is included, and after the data folder is set, since that folder's
 * name comes from the application's name.
 *
 * A build from source uses another name: to show notifications, Electron writes a shortcut with the application's name
 * into the start menu, which would overwrite that of an installed Claims Desk (windows_toast_activator.cc).
 */
export function introduceToWindows(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setName'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (platform !== 'win32') return
  app.setAppUserModelId(app.isPackaged ? appUserModelId : execPath)
  if (!app.isPackaged) app.setName(`${appName} (from source)`)
}
