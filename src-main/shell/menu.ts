import { Menu, type MenuItemConstructorOptions } from 'electron'
import { menuTemplate, type MenuOptions } from './menu-content.ts'

export function setApplicationMenu(options: MenuOptions): void {
  const template: MenuItemConstructorOptions[] = menuTemplate(options)
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
