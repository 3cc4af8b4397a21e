import type { MenuItemConstructorOptions } from 'electron'
import { commands, type CommandId } from '#shared/commands.ts'
import { texts } from './texts.ts'

export interface MenuOptions {
  readonly isPackaged: boolean
  readonly onCommand: (id: CommandId) => void
}

/** The commands of one menu, from the table that the palette and the sheet of shortcuts are made from too. */
function commandItems(menu: 'app' | 'go' | 'help', { onCommand }: MenuOptions): MenuItemConstructorOptions[] {
  return commands
    .filter((command) => command.menu === menu)
    .map(({ id, shortcut }) => ({
      label: texts.menu.commands[id],
      click: () => onCommand(id),
      // The page hears its keys itself, also where no menu is shown: here they are only told of. A Mac, which has a
      // menu without a window, registers them all the same.
      ...(shortcut === null ? {} : { accelerator: shortcut, registerAccelerator: false }),
    }))
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
        ...commandItems('app', options),
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
    { label: texts.menu.go, submenu: commandItems('go', options) },
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
    { label: texts.menu.help, submenu: commandItems('help', options) },
  ]
}
