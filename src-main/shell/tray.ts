import { app, Menu, nativeImage, Tray } from 'electron'
import trayIcon from './icons/tray.png?inline'
import { trayMenu, trayTooltip, type TrayActions, type TrayState } from './tray-content.ts'

export interface AppTray {
  update(state: TrayState): void
  /** Shows the same in another language. */
  speakAgain(): void
  dispose(): void
}

/** Puts the application into the tray. The badge on its icon counts what waits, where the desktop shows one. */
export function createTray(actions: TrayActions): AppTray {
  const tray = new Tray(nativeImage.createFromDataURL(trayIcon))
  tray.on('click', actions.onOpen)
  let shown: TrayState = { waiting: 0, needsOfficer: 0, paused: false, environment: 'practice' }
  const show = (state: TrayState): void => {
    shown = state
    tray.setToolTip(trayTooltip(state))
    // Linux shows a changed menu only when it is set again as a whole.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(state, actions)))
    app.setBadgeCount(state.waiting)
  }
  show(shown)
  return {
    update(state) {
      if (JSON.stringify(state) !== JSON.stringify(shown)) show(state)
    },
    speakAgain: () => show(shown),
    dispose() {
      tray.destroy()
    },
  }
}
