import type { MenuItemConstructorOptions } from 'electron'

let applicationMenu: HostMenu | null = null

/** A menu as its template says; the stand-in shows none, the control channel reads and clicks. */
export class HostMenu {
  readonly items: readonly MenuItemConstructorOptions[]

  private constructor(items: readonly MenuItemConstructorOptions[]) {
    this.items = items
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): HostMenu {
    return new HostMenu(template)
  }
  static setApplicationMenu(menu: HostMenu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): HostMenu | null {
    return applicationMenu
  }
}
