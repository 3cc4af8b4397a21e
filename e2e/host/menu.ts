import type { MenuItemConstructorOptions, PopupOptions } from 'electron'
import { openWindows } from './open-windows.ts'

let applicationMenu: HostMenu | null = null
let wasSet = false
const popped = new Set<HostMenu>()

/** Electron's own menu, shown where the application has set none before it is ready. */
const defaultMenu = ['File', 'Edit', 'View', 'Window'].map((label) => ({ label, submenu: [] }))

/** A menu as its template says; the stand-in draws none, the control channel reads and clicks. */
export class HostMenu {
  readonly items: readonly MenuItemConstructorOptions[]

  private constructor(items: readonly MenuItemConstructorOptions[]) {
    this.items = items
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): HostMenu {
    return new HostMenu(template)
  }
  static setApplicationMenu(menu: HostMenu | null): void {
    const hadBar = applicationMenu !== null
    if (openWindows.size > 0 && hadBar !== (menu !== null))
      console.error('The menu bar came or went after its window: on Linux and Windows the page jumps.')
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
  /** The context menu that is open now, or null. */
  static popped(): HostMenu | null {
    return [...popped].at(-1) ?? null
  }

  popup({ window }: PopupOptions = {}): void {
    popped.clear()
    popped.add(this)
    window?.once('closed', () => this.closePopup())
  }
  closePopup(): void {
    popped.delete(this)
  }
}
