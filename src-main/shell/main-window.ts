import { app, BrowserWindow, nativeImage, nativeTheme, type WebContents } from 'electron'
import appIcon from './icons/app.png?inline'
import { appOrigin } from './app-origin.ts'
import { preloadFile } from './bundle-paths.ts'
import { isPress } from './dialog-gate.ts'
import { onceShowable } from './first-show.ts'
import { showContextMenu } from './menu.ts'
import { Signal } from '../platform/signal.ts'
import { watchPage, type Trouble } from './page-troubles.ts'
import { windowOptions } from './window-options.ts'

export interface MainWindow {
  /** Windows is ending the officer's session: the process may be killed soon, so nothing may delay it. */
  readonly sessionEnding: Signal
  /** Someone typed, clicked or moved the mouse in the window. */
  readonly input: Signal
  /** Someone pressed a key or a button in the window. */
  readonly pressed: Signal
  /** The window shows another document. */
  readonly navigated: Signal
  /** Its document was loaded. */
  readonly loaded: Signal
  /** The window is gone, and its page with it. */
  readonly closed: Signal
  /** Opens the window, or brings the open one to the front. */
  show(): void
  /**
   * The same, at a screen. @param address the fragment, without `#`. @returns false if an open page has to navigate
   * there.
   */
  showAt(address: string): boolean
  /** Whether the window is open, in front and focused. */
  isWatched(): boolean
  /** Closes the window; the application keeps running in the tray. */
  close(): void
  /** Loads a new document into the open window, so that nothing of the old one stays in the page or its history. */
  reload(): void
  /** The open window, for a question that belongs to it. */
  window(): BrowserWindow | null
  /** The page that receives announcements; null while no window is open. */
  page(): WebContents | null
  /** Whether these web contents belong to our window: the sender check of every request. */
  isOurPage(contents: WebContents): boolean
}

interface MainWindowOptions {
  readonly trouble: Trouble
  readonly onShown: () => void
}

/**
 * The single window. Closing destroys it, which frees its memory while the engine keeps running; opening creates a new
 * one. The application must listen to `window-all-closed`, or Electron quits with the last window.
 */
export function createMainWindow({ trouble, onShown }: MainWindowOptions): MainWindow {
  const sessionEnding = new Signal()
  const input = new Signal()
  const pressed = new Signal()
  const navigated = new Signal()
  const loaded = new Signal()
  const closed = new Signal()
  let current: BrowserWindow | null = null

  function create(address = '/'): BrowserWindow {
    const made = new BrowserWindow({
      ...windowOptions({
        preloadFile,
        isPackaged: app.isPackaged,
        dark: nativeTheme.shouldUseDarkColors,
      }),
      // Linux shows no other icon; elsewhere the package's icon is the same.
      icon: nativeImage.createFromDataURL(appIcon),
    })
    onceShowable(made, process.platform, () => {
      made.show()
      onShown()
    })
    made.on('closed', () => {
      if (current === made) current = null
      closed.emit()
    })
    made.on('session-end', () => sessionEnding.emit())
    made.webContents.on('input-event', (_event, event) => {
      input.emit()
      if (isPress(event)) pressed.emit()
    })
    watchPage(made.webContents, trouble)
    made.webContents.on('did-navigate', () => navigated.emit())
    made.webContents.on('did-finish-load', () => loaded.emit())
    made.webContents.on('context-menu', (_event, params) => showContextMenu(made, params))
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      // Everything the page showed is in its database and in main, so a new window can restore it.
      if (reason !== 'clean-exit' && !made.isDestroyed()) made.destroy()
    })
    load(made, address)
    return made
  }

  function load(window: BrowserWindow, address: string | null): void {
    // `did-fail-load` says why it was not.
    window.loadURL(address === null ? `${appOrigin}/` : `${appOrigin}/#${address}`).catch(() => undefined)
  }

  function bringForward(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
    sessionEnding,
    input,
    pressed,
    navigated,
    loaded,
    closed,
    show() {
      if (current === null) current = create()
      else bringForward(current)
    },
    showAt(address) {
      if (current === null) {
        current = create(address)
        return true
      }
      bringForward(current)
      return false
    },
    isWatched: () => current !== null && current.isVisible() && !current.isMinimized() && current.isFocused(),
    reload() {
      if (current === null) return
      // Clear the history, since the addresses of screens can contain a policy number.
      current.webContents.once('did-finish-load', () => current?.webContents.navigationHistory.clear())
      // Without a fragment: an address that differs only in its fragment would keep the same document and its state.
      load(current, null)
    },
    close: () => current?.close(),
    window: () => current,
    page: () => current?.webContents ?? null,
    isOurPage: (contents) => contents === current?.webContents,
  }
}
