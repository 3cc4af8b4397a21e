/** What `import … from 'electron'` gives the application in the stand-in. Only what it uses is here. */
import { app } from './app.ts'
import { createNativeTheme, net, powerMonitor, shell } from './desktop.ts'
import { dialog } from './dialog.ts'
import { ipcMain } from './ipc-main.ts'
import { HostMenu } from './menu.ts'
import { nativeImage } from './native-image.ts'
import { HostNotification } from './notification.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { screen } from './screen.ts'
import { defaultSession } from './session.ts'
import { HostTray } from './tray.ts'
import { HostWebContents } from './web-contents.ts'
import { HostWindow } from './window.ts'

const nativeTheme = createNativeTheme((source) => {
  for (const { page } of HostWebContents.all()) {
    page?.emulateMedia({ colorScheme: source === 'system' ? null : source }).catch(() => undefined)
  }
})
// One session is enough: the application asks others about the system's settings alone.
const session = { defaultSession, fromPartition: (): typeof defaultSession => defaultSession }

export {
  HostMenu as Menu,
  HostNotification as Notification,
  HostTray as Tray,
  HostWindow as BrowserWindow,
  app,
  dialog,
  ipcMain,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
}
