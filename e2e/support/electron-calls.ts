import type electron from 'electron'
import type { DialogQueue } from './electron-seams.js'
import type { Command } from '../host/control-contract.ts'
import type { AppStatus, LaunchOptions, NotificationView, RuntimeView, WindowView } from './test-app.ts'

/*
 * What a test asks of Electron's main process. Playwright carries each over as its source text: nothing of this file but
 * types is there any more when it runs, only its own arguments and `appProbe`.
 */

/** Options for electron-probe.js when it is loaded. */
export interface SeamOptions extends Pick<
  LaunchOptions,
  'saveFolder' | 'trafficFile' | 'notifications' | 'printer' | 'neverReadyToShow'
> {
  /** Gets all that main prints. */
  readonly printedFile: string
  /** Where a crash leaves its dump; null: nowhere, as the application never asks for one. */
  readonly crashDumpsFolder: string | null
}

type Modules = typeof electron
interface MenuItem {
  readonly label: string
  readonly enabled: boolean
}

/** What electron-probe.js keeps inside Electron. */
export interface Probe {
  readonly dialogs: Pick<DialogQueue, 'question' | 'answer'>
  readonly tooltip: string
  /** The tray's, once it is there. */
  readonly menu: { readonly items: readonly (MenuItem & { type: string; click(): void })[] } | null
  /** The context menu that would be open; nobody sees it. */
  contextMenu: { readonly items: readonly (MenuItem & { click(...args: unknown[]): void })[] } | null
  readonly printedTimes: number
  readonly openedLinks: readonly string[]
  readonly notifications: readonly (NotificationView & { emit(name: string, event: object): void })[]
  readonly passTime: (ms: number, unanswered: number) => Promise<void>
}
declare const appProbe: Probe

export function hasWindow({ BrowserWindow }: Pick<Modules, 'BrowserWindow'>): boolean {
  return BrowserWindow.getAllWindows().length > 0
}

interface Windows<Members extends keyof Electron.BrowserWindow> {
  readonly BrowserWindow: { getAllWindows(): Pick<Electron.BrowserWindow, Members>[] }
}

export function windowView({ BrowserWindow }: Windows<'isVisible' | 'getNormalBounds'>): WindowView {
  const [window] = BrowserWindow.getAllWindows()
  if (window === undefined) throw new Error('There is no window.')
  return { visible: window.isVisible(), bounds: window.getNormalBounds() }
}

export function arrangeWindow({ BrowserWindow }: Windows<'setBounds'>, bounds: Electron.Rectangle): void {
  BrowserWindow.getAllWindows()[0]?.setBounds(bounds)
}

/** What a test may see at any time. */
export function status({
  Menu,
  app,
}: Pick<Modules, 'Menu'> & { readonly app: Pick<Electron.App, 'getBadgeCount'> }): AppStatus {
  const { question } = appProbe.dialogs
  const { contextMenu, menu, notifications, openedLinks, printedTimes, tooltip } = appProbe
  const shown = ({ label, enabled }: MenuItem): MenuItem => ({ label, enabled })
  return {
    pid: process.pid,
    tray:
      menu === null
        ? null
        : { tooltip, items: menu.items.filter(({ type }) => type !== 'separator').map(shown) },
    contextMenu: contextMenu?.items.map(shown) ?? null,
    printedTimes,
    menu: (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
    badge: app.getBadgeCount(),
    notifications: notifications.map(({ title, body, silent }) => ({ title, body, silent })),
    openedLinks: [...openedLinks],
    dialog: question === null ? null : { ...question, buttons: [...question.buttons] },
  }
}

/** Does what a test asks for; `arrangeWindow` is apart, as the stand-in has it too. */
export async function carryOut(
  { BrowserWindow, app, powerMonitor }: Pick<Modules, 'BrowserWindow' | 'app' | 'powerMonitor'>,
  command: Command,
): Promise<void> {
  const windows = BrowserWindow.getAllWindows()
  const [window] = windows
  const itemOf = <Item extends MenuItem>(items: readonly Item[], label: string): Item => {
    const item = items.find((one) => one.label === label)
    if (item?.enabled !== true) throw new Error(`There is no item "${label}" to click.`)
    return item
  }
  switch (command.type) {
    case 'click-tray':
      itemOf(appProbe.menu?.items ?? [], command.label).click()
      return
    case 'click-context-menu': {
      const item = itemOf(appProbe.contextMenu?.items ?? [], command.label)
      appProbe.contextMenu = null
      item.click({}, window, window?.webContents)
      return
    }
    case 'click-notification': {
      const shown = appProbe.notifications.findLast(({ title }) => title === command.title)
      if (shown === undefined) throw new Error(`There is no notification "${command.title}" to click.`)
      shown.emit('click', {})
      return
    }
    case 'answer-dialog':
      appProbe.dialogs.answer(command.label)
      return
    case 'pass-time':
      await appProbe.passTime(command.ms, command.unanswered)
      return
    case 'close-window':
      window?.close()
      return
    case 'focus-window':
      if (command.focused) window?.focus()
      else window?.blur()
      return
    case 'power': {
      const { event } = command
      if (event === 'lock-screen') powerMonitor.getSystemIdleState = () => 'locked'
      if (event === 'unlock-screen') powerMonitor.getSystemIdleState = () => 'active'
      const now = { isDelayed: false }
      // Electron's on Linux says nothing of a locked screen.
      if (!event.endsWith('lock-screen') || process.platform !== 'linux')
        powerMonitor.emit(event, { preventDefault: () => (now.isDelayed = true) })
      // What does not ask a shutdown for time has none.
      if (event === 'shutdown' && !now.isDelayed) process.exit(1)
      return
    }
    case 'windows-session': {
      // As Electron does it on Windows (native_window_views_win.cc).
      const said = command.isEnding ? 'session-end' : 'query-session-end'
      for (const one of windows) one.emit(said, { reasons: ['shutdown'] })
      if (command.isEnding) process.kill(process.pid, 'SIGKILL')
      return
    }
    case 'quit':
      // Once this was answered: nothing is, afterwards.
      setImmediate(() => app.quit())
      return
    default:
      throw new Error(`Electron is not asked for ${command.type}.`)
  }
}

export function runtime({
  app,
}: {
  readonly app: Pick<Electron.App, 'isPackaged' | 'getName'>
}): RuntimeView {
  const { node, openssl } = process.versions
  const isBoring = Reflect.get(process.features, 'openssl_is_boringssl') === true
  const tlsLibrary = isBoring ? `BoringSSL (as OpenSSL ${openssl})` : `OpenSSL ${openssl}`
  return { node, tlsLibrary, isPackaged: app.isPackaged, name: app.getName() }
}
