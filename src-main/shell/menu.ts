import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron'
import { commands, type CommandId } from '#shared/commands.ts'
import { say } from '#main/platform/texts/texts.ts'

export interface MenuOptions {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly onCommand: (id: CommandId) => void
}

/** The commands of one menu, from the table that also feeds the command palette and the list of shortcuts. */
function commandItems(menu: 'app' | 'go' | 'help', { onCommand }: MenuOptions): MenuItemConstructorOptions[] {
  return commands
    .filter((command) => command.menu === menu)
    .map(({ id, shortcut }) => ({
      label: say(`commands.label.${id}`),
      click: () => onCommand(id),
      // The page handles shortcuts itself, even where no menu is shown, so the menu only displays them. macOS, which
      // has a menu without a window, registers them anyway.
      ...(shortcut === null ? {} : { accelerator: shortcut, registerAccelerator: false }),
    }))
}

/** Electron's own labels of roles are English on every system (menu-item-roles.ts). */
const editItems = () =>
  [
    { role: 'cut', label: say('menu.cut') },
    { role: 'copy', label: say('menu.copy') },
    { role: 'paste', label: say('menu.paste') },
    { role: 'selectAll', label: say('menu.select-all') },
  ] as const satisfies MenuItemConstructorOptions[]

/** The context menu, which Electron leaves to us: editing in a text field, copying elsewhere; empty for nothing. */
function contextMenuTemplate({
  isEditable,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'editFlags'>): MenuItemConstructorOptions[] {
  const allowed = {
    cut: editFlags.canCut,
    copy: editFlags.canCopy,
    paste: editFlags.canPaste,
    selectAll: editFlags.canSelectAll,
  }
  const items = editItems().map((item) => ({ ...item, enabled: allowed[item.role] }))
  return isEditable ? items : items.filter(({ role, enabled }) => role === 'copy' && enabled)
}

/** The application's menu. Reload and developer tools are included only in development. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const developing: MenuItemConstructorOptions[] = options.isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  // Electron fills the first menu as macOS has it: about, services, hiding, quitting.
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: say(isMac ? 'menu.file' : 'menu.app'),
      submenu: [
        ...commandItems('app', options),
        { type: 'separator' },
        { role: 'close', label: say('menu.close') },
        ...(isMac ? [] : [{ role: 'quit' as const, label: say('menu.quit'), accelerator: 'CmdOrCtrl+Q' }]),
      ],
    },
    {
      label: say('menu.edit'),
      submenu: [
        { role: 'undo', label: say('menu.undo') },
        { role: 'redo', label: say('menu.redo') },
        { type: 'separator' },
        ...editItems(),
      ],
    },
    { label: say('menu.go'), submenu: commandItems('go', options) },
    {
      label: say('menu.view'),
      submenu: [
        { role: 'resetZoom', label: say('menu.reset-zoom') },
        { role: 'zoomIn', label: say('menu.zoom-in') },
        { role: 'zoomOut', label: say('menu.zoom-out') },
        { type: 'separator' },
        { role: 'togglefullscreen', label: say('menu.full-screen') },
        ...developing,
      ],
    },
    {
      role: 'window',
      label: say('menu.window'),
      submenu: [
        { role: 'minimize', label: say('menu.minimize') },
        // It does nothing elsewhere.
        ...(isMac ? [{ role: 'zoom' as const, label: say('menu.zoom') }] : []),
      ],
    },
    { role: 'help', label: say('menu.help'), submenu: commandItems('help', options) },
  ]
}

export function setApplicationMenu(menu: typeof Menu, options: MenuOptions): void {
  const template: MenuItemConstructorOptions[] = menuTemplate(options)
  menu.setApplicationMenu(menu.buildFromTemplate(template))
}

/** Shows the context menu for what was clicked, or for the field that a key asked it for. */
export function showContextMenu(menu: typeof Menu, window: BrowserWindow, params: ContextMenuParams): void {
  const template = contextMenuTemplate(params)
  if (template.length === 0) return
  const { x, y, menuSourceType: sourceType } = params
  menu.buildFromTemplate(template).popup({ window, x, y, sourceType })
}
