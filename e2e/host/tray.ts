import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions, Tray } from 'electron'
import type { HostMenu } from './menu.ts'

const trays = new Set<HostTray>()

/** An invisible tray icon; the control channel reads it and clicks on its menu. */
export class HostTray extends EventEmitter implements Pick<Tray, 'setToolTip'> {
  tooltip = ''
  menu: HostMenu | null = null

  constructor() {
    super()
    trays.add(this)
  }

  setToolTip(toolTip: string): void {
    this.tooltip = toolTip
  }
  setContextMenu(menu: HostMenu | null): void {
    this.menu = menu
  }

  /** The application's tray, or null while it has none. */
  static current(): HostTray | null {
    return [...trays].at(-1) ?? null
  }
}

/** The clickable item of a label in a menu, at any depth. */
export function itemLabelled(
  items: readonly MenuItemConstructorOptions[],
  label: string,
): MenuItemConstructorOptions | null {
  for (const item of items) {
    if (item.label === label) return item
    const inner = Array.isArray(item.submenu) ? itemLabelled(item.submenu, label) : null
    if (inner !== null) return inner
  }
  return null
}
