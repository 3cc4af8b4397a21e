import type { MenuItemConstructorOptions } from 'electron'

let applicationMenu: HostMenu | null = null
let wasSet = false

/** Electron's own menu, shown where the application has set none before it is ready. */
const defaultMenu = ['File', 'Edit', 'View', 'Window'].map((label) => ({ label, submenu: [] }))

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
    wasSet = true
  }
  /** The application is about to be ready. */
  static setDefault(): void {
    if (!wasSet) HostMenu.setApplicationMenu(HostMenu.buildFromTemplate(defaultMenu))
  }
  static getApplicationMenu(): HostMenu | null {
    return applicationMenu
  }
}
