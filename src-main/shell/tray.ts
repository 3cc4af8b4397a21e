import { app, Menu, nativeImage, Tray, type NativeImage } from 'electron'
import trayIcon from './icons/tray.png?inline'
import trayTemplate from './icons/tray-template@2x.png?inline'
import { opensByClick, trayMenu, trayTooltip, type KnownTrayState, type TrayActions } from './tray-content.ts'

export interface AppTray {
  update(state: KnownTrayState): void
  dispose(): void
}

/** macOS draws the icon in its own colours, using only the alpha channel. */
function iconFor(platform: NodeJS.Platform): NativeImage {
  if (platform !== 'darwin') return nativeImage.createFromDataURL(trayIcon)
  const icon = nativeImage.createEmpty()
  icon.addRepresentation({ scaleFactor: 2, dataURL: trayTemplate })
  icon.setTemplateImage(true)
  return icon
}

/** Adds the application to the tray. Where the desktop supports it, a badge on the icon counts waiting entries. */
export function createTray(actions: TrayActions): AppTray {
  const tray = new Tray(iconFor(process.platform))
  if (opensByClick(process.platform)) tray.on('click', actions.onOpen)
  let shown: KnownTrayState = null
  const show = (state: KnownTrayState): void => {
    shown = state
    tray.setToolTip(trayTooltip(state))
    // Linux shows a changed menu only when the whole menu is set again.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(state, actions)))
    app.setBadgeCount(state?.waiting ?? 0)
  }
  show(shown)
  return {
    update(state) {
      if (JSON.stringify(state) !== JSON.stringify(shown)) show(state)
    },
    dispose() {
      tray.destroy()
    },
  }
}
