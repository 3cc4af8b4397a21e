import type { MenuItemConstructorOptions } from 'electron'
import { app } from './app.ts'
import type { HostWindow } from './window.ts'

type Item = MenuItemConstructorOptions

/** Keys that Electron gives roles (lib/browser/api/menu-item-roles.ts) and registers, of those that do something here. */
const registered: Readonly<Record<string, string>> = {
  close: 'CmdOrCtrl+W',
  quit: 'CmdOrCtrl+Q',
  reload: 'CmdOrCtrl+R',
}

/** The item of a menu that its keys select; those the page handles itself are only shown. */
export function itemWithKeys(items: readonly Item[], keys: string): Item | null {
  const all = items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  return (
    all.find(
      ({ role = '', accelerator, registerAccelerator }) =>
        registerAccelerator !== false && (accelerator ?? registered[role]) === keys,
    ) ?? null
  )
}

/** Does what an item of a menu does in a window. */
export async function select(item: Item, window: HostWindow | null): Promise<void> {
  switch (item.role) {
    case 'cut':
    case 'copy':
    case 'paste':
    case 'selectAll':
      await window?.webContents.edit(item.role)
      return
    case 'close':
      window?.close()
      return
    case 'reload':
      window?.webContents.reload()
      return
    case 'quit':
      app.quit()
      return
    default: {
      // No listener of the application uses the item, the window or the modifier keys.
      const click: unknown = item.click
      if (typeof click === 'function') Reflect.apply(click, undefined, [])
    }
  }
}
