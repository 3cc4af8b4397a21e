import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import { contextMenuTemplate, menuTemplate, type MenuOptions } from './menu-content.ts'

export function setApplicationMenu(options: MenuOptions): void {
  const template: MenuItemConstructorOptions[] = menuTemplate(options)
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Shows the context menu for what was clicked, or for the field that a key asked it for. */
export function showContextMenu(window: BrowserWindow, params: ContextMenuParams): void {
  const template = contextMenuTemplate(params)
  if (template.length === 0) return
  const { x, y, menuSourceType: sourceType } = params
  Menu.buildFromTemplate(template).popup({ window, x, y, sourceType })
}
