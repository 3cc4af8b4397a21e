import { app, BrowserWindow, nativeImage, nativeTheme, type WebContents } from 'electron'
import appIcon from './icons/app.png?inline'
import { appOrigin } from './app-origin.ts'
import { preloadFile } from './bundle-paths.ts'
import { onceShowable } from './first-show.ts'
import type { Log } from './log.ts'
import { windowOptions } from './window-options.ts'

export interface MainWindow {
  /** Opens the window, or brings the open one to the front. */
  show(): void
  /** The same, at a screen. @param address the page's, without `#`. @returns false where an open page has to go there. */
  showAt(address: string): boolean
  /** Whether somebody has it before them: open, in front, with the focus. */
  isWatched(): boolean
  /** Closes the window; the application lives on in the tray. */
  close(): void
  /** Shows a new document in the open window: nothing of the one before stays in the page or in its history. */
  reload(): void
  /** The open window, for a question that belongs to it. */
  window(): BrowserWindow | null
  /** The page to announce to; null while no window is open. */
  page(): WebContents | null
  /** Whether these web contents are our window's: the sender check of every request. */
  isOurPage(contents: WebContents): boolean
}

export interface MainWindowOptions {
  readonly log: Log
  /** Windows is ending the officer's session: the process may be gone soon, and nothing may hold it up. */
  readonly onSessionEnd: () => void
  /** Someone typed, clicked or moved the mouse in the window. */
  readonly onInput: () => void
}

/**
 * The one window. Closing destroys it, which frees its memory while the engine goes on; opening makes a new one. The
 * application must listen to `window-all-closed`, or Electron quits with the last window.
 */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  let current: BrowserWindow | null = null

  function create(address = '/'): BrowserWindow {
    const made = new BrowserWindow({
      ...windowOptions({
        preloadFile,
        isPackaged: app.isPackaged,
        dark: nativeTheme.shouldUseDarkColors,
      }),
      // Linux shows no other; elsewhere the package's own icon is the same.
      icon: nativeImage.createFromDataURL(appIcon),
    })
    onceShowable(made, process.platform, () => {
      made.show()
      options.log.event('window-shown')
    })
    made.on('closed', () => {
      if (current === made) current = null
    })
    made.on('session-end', options.onSessionEnd)
    made.webContents.on('input-event', options.onInput)
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      options.log.event('page-gone', { reason })
      // What the page showed is in its database and in main: a new window starts from there.
      if (reason !== 'clean-exit' && !made.isDestroyed()) made.destroy()
    })
    load(made, address)
    return made
  }

  function load(window: BrowserWindow, address: string | null): void {
    window.loadURL(address === null ? `${appOrigin}/` : `${appOrigin}/#${address}`).catch(() => {
      options.log.event('page-not-loaded')
    })
  }

  function bringForward(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
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
      // The addresses of screens can name a policy.
      current.webContents.once('did-finish-load', () => current?.webContents.navigationHistory.clear())
      // Without a fragment: one that differs in it alone would be the same document, with all that it holds.
      load(current, null)
    },
    close: () => current?.close(),
    window: () => current,
    page: () => current?.webContents ?? null,
    isOurPage: (contents) => current !== null && contents === current.webContents,
  }
}
