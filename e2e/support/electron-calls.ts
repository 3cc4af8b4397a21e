import type electron from 'electron'
import type { DialogQueue } from './electron-seams.js'
import type {
  DialogView,
  NotificationView,
  PowerEvent,
  RuntimeView,
  TrayView,
  WindowView,
} from './test-app.ts'

/*
 * What a test asks of Electron's main process. Playwright carries each over as its source text: nothing of this file but
 * types is there any more when it runs, only its own arguments and `appProbe`.
 */

/** Options for electron-probe.js when it is loaded. */
export interface SeamOptions {
  /** Where the system's dialogs save and find files; null: the home folder. */
  readonly saveFolder: string | null
  /** File for all messages from main to a page; null: not recorded. */
  readonly trafficFile: string | null
  /** Gets all that main prints. */
  readonly printedFile: string
  /** Where a crash leaves its dump; null: nowhere, as the application never asks for one. */
  readonly crashDumpsFolder: string | null
  /** Whether a service shows notifications, says so and fails, or is not there. */
  readonly notifications: 'shown' | 'failing' | 'none'
  /** Whether what is printed reaches a printer, and whether anybody hears of it. */
  readonly printer: 'there' | 'none' | 'silent'
  /** Windows never say that they are ready to be shown, as under Wayland. */
  readonly neverReadyToShow: boolean
}

type Modules = typeof electron
/** The parts of Electron that electron-seams.js puts something else into, and those it asks. */
export interface ReplacedModules extends Pick<Modules, 'dialog'> {
  readonly Notification: Pick<Modules['Notification'], 'isSupported'> & {
    readonly prototype: Pick<Electron.Notification, 'show' | 'emit'>
  }
  readonly Menu: { readonly prototype: Pick<Electron.Menu, 'popup' | 'items'> }
  readonly Tray: { readonly prototype: Pick<Electron.Tray, 'setToolTip' | 'setContextMenu'> }
  readonly app: Pick<Electron.App, 'setPath'> & {
    on(
      name: 'web-contents-created',
      listener: (event: Electron.Event, contents: Pick<Electron.WebContents, 'send' | 'print'>) => void,
    ): unknown
    on(
      name: 'browser-window-created',
      listener: (event: Electron.Event, window: Pick<Electron.BrowserWindow, 'emit'>) => void,
    ): unknown
  }
  readonly crashReporter: Pick<Electron.CrashReporter, 'start'>
  readonly ipcMain: Pick<Electron.IpcMain, 'handle'>
  readonly shell: Pick<Electron.Shell, 'openExternal'>
}

/** What electron-probe.js keeps inside Electron. */
export interface Probe {
  readonly dialogs: Pick<DialogQueue, 'question' | 'answer'>
  readonly tooltip: string
  /** Resolves once the tray is there. */
  readonly hasTray: Promise<void>
  readonly menu: {
    readonly items: readonly { label: string; enabled: boolean; type: string; click(): void }[]
  } | null
  /** The context menu that would be open; nobody sees it. */
  contextMenu: {
    readonly items: readonly { label: string; enabled: boolean; click(...args: unknown[]): void }[]
  } | null
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

export function windowView({
  BrowserWindow,
}: Windows<'isVisible' | 'isMinimized' | 'isMaximized' | 'isFocused' | 'getNormalBounds'>): WindowView {
  const [window] = BrowserWindow.getAllWindows()
  if (window === undefined) throw new Error('There is no window.')
  return {
    visible: window.isVisible(),
    minimized: window.isMinimized(),
    maximized: window.isMaximized(),
    focused: window.isFocused(),
    bounds: window.getNormalBounds(),
  }
}

export function arrangeWindow(
  { BrowserWindow }: Windows<'maximize' | 'minimize' | 'setBounds'>,
  how: 'maximize' | 'minimize' | Electron.Rectangle,
): void {
  const [window] = BrowserWindow.getAllWindows()
  if (how === 'maximize') window?.maximize()
  else if (how === 'minimize') window?.minimize()
  else window?.setBounds(how)
}

export function menu({ Menu }: Pick<Modules, 'Menu'>): readonly string[] {
  return (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label)
}

export function contextMenu(): TrayView['items'] | null {
  return appProbe.contextMenu?.items.map(({ label, enabled }) => ({ label, enabled })) ?? null
}

export function clickContextMenu({ BrowserWindow }: Pick<Modules, 'BrowserWindow'>, label: string): void {
  const item = appProbe.contextMenu?.items.find((one) => one.label === label)
  if (item?.enabled !== true) throw new Error(`There is no item "${label}" to click.`)
  appProbe.contextMenu = null
  const [window] = BrowserWindow.getAllWindows()
  item.click({}, window, window?.webContents)
}

export function printedTimes(): number {
  return appProbe.printedTimes
}

export function hasSwitch({ app }: Pick<Modules, 'app'>, name: string): boolean {
  return app.commandLine.hasSwitch(name)
}

export function closeWindow({ BrowserWindow }: Pick<Modules, 'BrowserWindow'>): void {
  BrowserWindow.getAllWindows()[0]?.close()
}

export function focusWindow({ BrowserWindow }: Pick<Modules, 'BrowserWindow'>, focused: boolean): void {
  const [window] = BrowserWindow.getAllWindows()
  if (focused) window?.focus()
  else window?.blur()
}

export function quit({ app }: Pick<Modules, 'app'>): void {
  // Once this was answered: nothing is, afterwards.
  setImmediate(() => app.quit())
}

export function pid(): number {
  return process.pid
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

export async function tray(): Promise<TrayView> {
  await appProbe.hasTray
  return {
    tooltip: appProbe.tooltip,
    items: (appProbe.menu?.items ?? [])
      .filter(({ type }) => type !== 'separator')
      .map(({ label, enabled }) => ({ label, enabled })),
  }
}

export function clickTray(_electron: unknown, label: string): void {
  const item = appProbe.menu?.items.find((one) => one.label === label)
  if (item?.enabled !== true) throw new Error(`There is no item "${label}" to click.`)
  item.click()
}

export function badge({ app }: Pick<Modules, 'app'>): number {
  return app.getBadgeCount()
}

export function openDialog(): DialogView | null {
  return appProbe.dialogs.question
}

export async function answerDialog(_electron: unknown, label: string): Promise<void> {
  await appProbe.dialogs.answer(label)
}

export function notifications(): readonly NotificationView[] {
  return appProbe.notifications.map(({ title, body, silent }) => ({ title, body, silent }))
}

export function clickNotification(_electron: unknown, title: string): void {
  const shown = appProbe.notifications.findLast((one) => one.title === title)
  if (shown === undefined) throw new Error(`There is no notification "${title}" to click.`)
  shown.emit('click', {})
}

export function openedLinks(): readonly string[] {
  return appProbe.openedLinks
}

export function power({ powerMonitor }: Pick<Modules, 'powerMonitor'>, event: PowerEvent): void {
  if (event === 'lock-screen') powerMonitor.getSystemIdleState = () => 'locked'
  if (event === 'unlock-screen') powerMonitor.getSystemIdleState = () => 'active'
  // Electron's on Linux says nothing of it.
  if (!event.endsWith('lock-screen') || process.platform !== 'linux') powerMonitor.emit(event)
}

/** As Electron does it on Windows (native_window_views_win.cc). @param isEnding it does not ask any more */
export function windowsSession({ BrowserWindow }: Pick<Modules, 'BrowserWindow'>, isEnding: boolean): void {
  const said = isEnding ? 'session-end' : 'query-session-end'
  for (const window of BrowserWindow.getAllWindows()) window.emit(said, { reasons: ['shutdown'] })
  if (isEnding) process.kill(process.pid, 'SIGKILL')
}

/** What does not ask a shutdown for time has none. */
export function shutDown({ powerMonitor }: Pick<Modules, 'powerMonitor'>): void {
  const now = { isDelayed: false }
  powerMonitor.emit('shutdown', { preventDefault: () => (now.isDelayed = true) })
  if (!now.isDelayed) process.exit(1)
}

export function setOnline({ net }: Pick<Modules, 'net'>, online: boolean): void {
  net.isOnline = () => online
}

export async function passTime(
  _electron: unknown,
  { ms, unanswered }: { readonly ms: number; readonly unanswered: number },
): Promise<void> {
  await appProbe.passTime(ms, unanswered)
}
