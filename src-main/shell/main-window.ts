import type * as Electron from 'electron'
import type { App, BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import { join } from 'node:path'
import { appName } from '#main/platform/texts/texts.ts'
import type { Log, LogCodes } from '#main/platform/log.ts'
import appIcon from './icons/app.png?inline'
import { appOrigin } from './app-origin.ts'
import { isPress } from './dialogs.ts'
import { showContextMenu } from './menu.ts'
import { Signal } from '#main/platform/signal.ts'

// Main is built into out/main/: these are its neighbours there.
export const preloadFile = join(import.meta.dirname, '../preload/index.cjs')
export const rendererFolder = join(import.meta.dirname, '../renderer')

const usualSize = { width: 1280, height: 800 }

/** Options of our window, including every item of Electron's security checklist that is an option. */
export function windowOptions(isPackaged: boolean, dark: boolean): BrowserWindowConstructorOptions {
  return {
    ...usualSize,
    // All of a laptop's 1366 × 768 at 150 %, above its taskbar.
    minWidth: 640,
    minHeight: 440,
    // Electron keeps where it is, how large, and whether it is maximized, and finds it a screen that is there.
    name: 'main',
    windowStatePersistence: true,
    // Shown once there is something to see, so that no white window flashes.
    show: false,
    title: appName,
    backgroundColor: dark ? '#101418' : '#f6f7f9',
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // A page's own message boxes: ours are main's, and the page's are in its document.
      disableDialogs: true,
      devTools: !isPackaged,
    },
  }
}

/** A window that has not painted by then is shown anyway: an empty one is better than none. */
export const latestShowMs = 2_000

/**
 * Calls `show` once, when there is something to see. Under Wayland `ready-to-show` may never fire for a hidden window
 * (electron#48859), so Linux also accepts the loaded page and finally a timeout.
 */
export function onceShowable(window: BrowserWindow, platform: NodeJS.Platform, show: () => void): void {
  const first: { over: boolean; timer?: NodeJS.Timeout } = { over: false }
  const end = (): boolean => {
    const isFirst = !first.over
    first.over = true
    clearTimeout(first.timer)
    return isFirst
  }
  const showFirst = (): void => {
    if (end()) show()
  }
  window.once('closed', end)
  window.once('ready-to-show', showFirst)
  if (platform !== 'linux') return
  window.webContents.once('did-finish-load', showFirst)
  first.timer = setTimeout(showFirst, latestShowMs)
}

/** Records something that went wrong with a page. @param said Chromium's own words, for a terminal alone. */
export type WindowTrouble = (name: string, codes: LogCodes, said?: string) => void

/** @param print prints a line where a developer sees it; null in an installed application. */
export function createTrouble(log: Log, print: ((line: string) => void) | null): WindowTrouble {
  return (name, codes, said = Object.values(codes).join(' ')) => {
    log.event(name, codes)
    print?.(`${name}: ${said}`)
  }
}

/** Records whatever keeps a page from working. Without this a window whose preload failed is grey and silent. */
export function watchPage(contents: WebContents, trouble: WindowTrouble): void {
  contents.on('preload-error', (_event, _file, error) => {
    trouble('preload-failed', { class: error.name }, error.message)
  })
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) trouble('page-not-loaded', { reason: description, code })
  })
  contents.on('did-navigate', (_event, _address, code) => {
    if (code >= 400) trouble('page-not-loaded', { reason: 'answered', code })
  })
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    trouble('page-gone', { reason, exitCode })
  })
  contents.on('unresponsive', () => trouble('page-unresponsive', {}, 'The page has not reacted for a while.'))
  contents.on('console-message', ({ level, message, lineNumber }) => {
    if (level === 'error') trouble('page-console-error', { line: lineNumber }, message)
  })
}

/** Records Chromium's other processes that ended badly: the graphics card's, the network's. */
export function watchProcesses(app: Pick<App, 'on'>, trouble: WindowTrouble): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      trouble('process-gone', { type: type.replaceAll(' ', '-'), reason, exitCode })
  })
}

/** Shows a window again as it is now: who wakes the computer may be at work in another program. */
function asItIs(window: BrowserWindow): () => void {
  if (window.isMinimized()) return () => window.minimize()
  if (!window.isVisible()) return () => undefined
  return window.isFocused() ? () => window.show() : () => window.showInactive()
}

export type MainWindow = ReturnType<typeof createMainWindow>

interface MainWindowOptions {
  readonly electron: Pick<typeof Electron, 'app' | 'BrowserWindow' | 'Menu' | 'nativeImage' | 'nativeTheme'>
  readonly trouble: WindowTrouble
  readonly onShown: () => void
}

/**
 * The single window. Closing destroys it, which frees its memory while the engine keeps running; opening creates a new
 * one. The application must listen to `window-all-closed`, or Electron quits with the last window.
 */
export function createMainWindow({ electron, trouble, onShown }: MainWindowOptions) {
  const { app, nativeImage, nativeTheme } = electron
  const sessionMayEnd = new Signal()
  const sessionEnding = new Signal()
  const input = new Signal()
  const pressed = new Signal()
  const navigated = new Signal()
  const loaded = new Signal()
  const closed = new Signal()
  let current: BrowserWindow | null = null
  let isCovered = false
  /** Shows the covered window again; null while none is. */
  let uncover: (() => void) | null = null
  /** How many documents were wanted in place of an open one, and how many when the open one came. */
  let wanted = 0
  let shown = 0

  function create(address = '/'): BrowserWindow {
    isCovered = false
    uncover = null
    const made = new electron.BrowserWindow({
      ...windowOptions(app.isPackaged, nativeTheme.shouldUseDarkColors),
      // Linux shows no other icon; elsewhere the package's icon is the same.
      icon: nativeImage.createFromDataURL(appIcon),
    })
    let isRemembered = false
    made.once('persisted-state-restored', () => (isRemembered = true))
    onceShowable(made, process.platform, () => {
      // Electron made it smaller to fit the screen.
      const [width = 0, height = 0] = made.getSize()
      bringForward(made, !isRemembered && (width < usualSize.width || height < usualSize.height))
      onShown()
    })
    made.on('closed', () => {
      if (current === made) current = null
      closed.emit()
    })
    made.on('query-session-end', () => sessionMayEnd.emit())
    made.on('session-end', () => sessionEnding.emit())
    made.webContents.on('input-event', (_event, event) => {
      input.emit()
      if (isPress(event)) pressed.emit()
    })
    watchPage(made.webContents, trouble)
    made.webContents.on('did-navigate', () => {
      shown = wanted
      navigated.emit()
    })
    made.webContents.on('did-finish-load', () => loaded.emit())
    made.webContents.on('context-menu', (_event, params) => showContextMenu(electron.Menu, made, params))
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

  function bringForward(window: BrowserWindow, isMaximized = false): void {
    uncover = isCovered ? () => bringForward(window, isMaximized) : null
    if (isCovered) return
    // Both show a hidden window.
    if (isMaximized) window.maximize()
    else if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
    /** Windows asks whether it may end the officer's session, which nobody here prevents; nothing says that it does not. */
    sessionMayEnd,
    /** Windows ends the session, and the process as soon as everybody has heard this: nothing later can be relied on. */
    sessionEnding,
    /** Someone typed, clicked or moved the mouse in the window. */
    input,
    /** Someone pressed a key or a button in the window. */
    pressed,
    /** The window shows another document. */
    navigated,
    /** Its document was loaded. */
    loaded,
    /** The window is gone, and its page with it. */
    closed,
    /** Opens the window, or brings the open one to the front. */
    show(): void {
      if (current === null) current = create()
      else bringForward(current)
    },
    /**
     * The same, at a screen. @param address the fragment, without `#`. @returns false if an open page has to navigate
     * there.
     */
    showAt(address: string): boolean {
      if (current === null) {
        current = create(address)
        return true
      }
      bringForward(current)
      return false
    },
    /** Whether the window is open, in front and focused. */
    isWatched: () => current !== null && current.isVisible() && !current.isMinimized() && current.isFocused(),
    /** Loads a new document into the open window, so that nothing of the old one stays in the page or its history. */
    reload(): void {
      wanted += 1
      if (current === null) return
      isCovered = false
      current.webContents.once('did-finish-load', () => {
        // Clear the history, since the addresses of screens can contain a policy number.
        current?.webContents.navigationHistory.clear()
        if (isCovered) return
        uncover?.()
        uncover = null
      })
      // Without a fragment: an address that differs only in its fragment would keep the same document and its state.
      load(current, null)
    },
    /** Hides the open window until it is reloaded, whoever asks for it: nobody may read what it shows. */
    cover(): void {
      if (current !== null) uncover ??= asItIs(current)
      current?.hide()
      isCovered = true
    },
    /** The application keeps running in the tray. */
    close: () => current?.close(),
    /** The open window, for a question that belongs to it. */
    window: () => current,
    /** The page that receives announcements; null while no window is open. */
    page: () => current?.webContents ?? null,
    /**
     * The number of the document in the window, by which a request and its answer belong together; null from the moment
     * it has to go until the next one has come.
     */
    documentNow: () => (shown === wanted ? shown : null),
    /** Whether these web contents belong to our window: the sender check of every request. */
    isOurPage: (contents: WebContents) => contents === current?.webContents,
  }
}

/**
 * The page's print view as a PDF; null when there is no page. Margins are small because the print layout has its own,
 * and screen colours are left out. The PDF is tagged, so that a screen reader finds headings and tables.
 */
export async function printPage(
  page: Pick<WebContents, 'printToPDF' | 'isDestroyed'> | null,
  pageSize: 'A4' | 'A5',
): Promise<Uint8Array | null> {
  if (page === null || page.isDestroyed()) return null
  return await page.printToPDF({
    pageSize,
    margins: { top: 0.2, bottom: 0.2, left: 0.2, right: 0.2 },
    printBackground: false,
    generateTaggedPDF: true,
  })
}

/** What Electron says when the person cancels (patches/chromium/printing.patch). */
const cancelledReason = 'Print job canceled'

/** Asks in the system's dialog how to print the page's print view. @returns false where it failed; cancelling is none */
export async function sendToPrinter(
  page: Pick<WebContents, 'print' | 'isDestroyed'> | null,
): Promise<boolean> {
  if (page === null || page.isDestroyed()) return false
  return await new Promise((resolve) => {
    // With any option Electron looks for a printer first, and where there is none passes over the dialog's own files.
    page.print({}, (isPrinted, reason) => resolve(isPrinted || reason === cancelledReason))
  })
}
