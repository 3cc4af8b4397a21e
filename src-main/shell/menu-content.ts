import type { MenuItemConstructorOptions } from 'electron'
import { texts } from './texts.ts'

export interface MenuOptions {
  readonly isPackaged: boolean
  readonly onNewClaim: () => void
  readonly onOutbox: () => void
  readonly onSettings: () => void
}

/** The application's menu. Reloading and developer tools are there only while developing. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const developing: MenuItemConstructorOptions[] = options.isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  return [
    {
      label: texts.menu.app,
      submenu: [
        { label: texts.menu.newClaim, accelerator: 'CmdOrCtrl+N', click: options.onNewClaim },
        { label: texts.menu.outbox, accelerator: 'CmdOrCtrl+Shift+O', click: options.onOutbox },
        { label: texts.menu.settings, accelerator: 'CmdOrCtrl+,', click: options.onSettings },
        { type: 'separator' },
        { role: 'close' },
        { role: 'quit', accelerator: 'CmdOrCtrl+Q' },
      ],
    },
    {
      label: texts.menu.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: texts.menu.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...developing,
      ],
    },
    { label: texts.menu.window, submenu: [{ role: 'minimize' }, { role: 'zoom' }] },
  ]
}
