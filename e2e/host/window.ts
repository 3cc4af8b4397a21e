import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { Page } from 'playwright-core'
import { toPageAddress } from './addresses.ts'
import { app } from './app.ts'
import { announceDownloads, browser } from './chromium.ts'
import { HostMenu } from './menu.ts'
import { itemWithKeys, select } from './menu-roles.ts'
import { hostOptions } from './options.ts'
import { addAppOrigin } from './protocol.ts'
import { preventable } from './real.ts'
import { defaultSession } from './session.ts'
import { HostWebContents } from './web-contents.ts'
import { openWindows } from './open-windows.ts'

const windows = new Set<HostWindow>()

/** The part of `BrowserWindow` that the application uses: a Chromium window, opened when the class is made. */
export class HostWindow
  extends EventEmitter
  implements
    Pick<
      BrowserWindow,
      | 'id'
      | 'loadURL'
      | 'close'
      | 'destroy'
      | 'isDestroyed'
      | 'isVisible'
      | 'isMinimized'
      | 'minimize'
      | 'maximize'
      | 'restore'
      | 'isFocused'
      | 'show'
      | 'showInactive'
      | 'hide'
      | 'focus'
      | 'getSize'
      | 'getNormalBounds'
      | 'setBounds'
    >
{
  readonly webContents = new HostWebContents()
  readonly id = this.webContents.id
  readonly #page: Promise<Page>
  #bounds: Rectangle
  #visible: boolean
  #minimized = false
  #focused = false
  #destroyed = false
  #closing = false
  /** Addresses that are being loaded. */
  #loads = 0

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    windows.add(this)
    openWindows.add(this)
    this.#visible = options.show ?? true
    // Electron remembers places, and fits them to the screens that are there; here every window is a first one.
    const { width = 800, height = 600 } = options
    this.#bounds = { x: 0, y: 0, width, height }
    this.#page = this.#open(options)
    this.#page.catch((error: unknown) => {
      // What follows the first line is Playwright's own account of it.
      console.error(`Chromium did not start. ${String(error).split('\n')[0] ?? ''}`)
      app.exit(1)
    })
    this.webContents.on('host-keys', (keys: string) => {
      const item = itemWithKeys(HostMenu.getApplicationMenu()?.items ?? [], keys)
      if (item !== null) void select(item, this)
    })
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
  }

  async loadURL(address: string): Promise<void> {
    addAppOrigin(address)
    const page = await this.#page
    const { bridge } = this.webContents
    if (bridge !== null) await defaultSession.applyPermissions(bridge.session)
    this.webContents.ownNavigation = toPageAddress(address)
    this.#loads += 1
    try {
      await page.goto(toPageAddress(address), { waitUntil: 'load' })
    } catch (error) {
      const reason = /net::(ERR_[A-Z_]+)/.exec(String(error))?.[1] ?? 'ERR_FAILED'
      this.webContents.emit('did-fail-load', {}, -2, reason, address, true)
      throw error
    } finally {
      this.#loads -= 1
    }
  }

  close(): void {
    if (this.#destroyed || this.#closing) return
    this.#closing = true
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) this.#closing = false
    else void this.#closePage(true)
  }

  destroy(): void {
    void this.#closePage(false)
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }
  /** As on Windows and macOS, where a minimized window is not visible. */
  isVisible(): boolean {
    return this.#visible && !this.#minimized
  }
  isMinimized(): boolean {
    return this.#minimized
  }
  isFocused(): boolean {
    return this.isVisible() && this.#focused
  }
  /** Brings the window to the front, and takes the focus from whatever has it. */
  show(): void {
    this.showInactive()
    this.focus()
  }
  showInactive(): void {
    this.#visible = true
    this.#minimized = false
  }
  hide(): void {
    this.#visible = false
    this.setFocused(false)
  }
  focus(): void {
    this.setFocused(true)
    this.webContents.page?.bringToFront().catch(() => undefined)
  }
  /** Another program's window takes the focus, or gives it back. */
  setFocused(focused: boolean): void {
    if (this.#focused === focused) return
    this.#focused = focused
    this.emit(focused ? 'focus' : 'blur')
  }
  /** A hidden window then stands in the taskbar (native_window_views.cc). */
  minimize(): void {
    this.#visible = true
    this.#minimized = true
    this.setFocused(false)
  }
  /** Shows a hidden window (native_window_views.cc). */
  maximize(): void {
    this.showInactive()
  }
  restore(): void {
    this.#visible = true
    this.#minimized = false
    this.emit('restore')
  }
  getNormalBounds(): Rectangle {
    return this.#bounds
  }
  getSize(): number[] {
    const { width, height } = this.#bounds
    return [width, height]
  }
  /** Somebody drags the window or its edge. */
  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
  }

  async #open(options: BrowserWindowConstructorOptions): Promise<Page> {
    const preload = options.webPreferences?.preload
    const page = await browser.newPage(app.profileFolder, this.#bounds)
    await this.webContents.join(page, preload === undefined ? null : readFileSync(preload, 'utf8'))
    announceDownloads(page)
    page.once('domcontentloaded', () => {
      if (this.#visible || !hostOptions.neverReadyToShow) this.emit('ready-to-show')
    })
    page.on('close', () => this.#pageClosed())
    return page
  }

  /** The page may still save: with `asking`, its own unload events run. */
  async #closePage(asking: boolean): Promise<void> {
    const page = await this.#page.catch(() => null)
    if (page === null || page.isClosed()) return
    const closed = page.waitForEvent('close')
    if (windows.size === 1 && !asking) await browser.close().catch(() => undefined)
    // Chromium forgets that it asked a page whose document comes just then; that has nothing to save yet.
    else await page.close({ runBeforeUnload: asking && this.#loads === 0 }).catch(() => undefined)
    await closed.catch(() => undefined)
  }

  #pageClosed(): void {
    if (this.#destroyed) return
    // The officer closed Chromium's own window: the page is gone already, so there is nothing left to prevent.
    if (!this.#closing) this.emit('close', preventable({}))
    this.#destroyed = true
    windows.delete(this)
    openWindows.delete(this)
    this.webContents.markDestroyed()
    this.emit('closed')
    if (windows.size === 0) {
      void browser.close().finally(() => {
        app.allWindowsClosed()
      })
    }
  }

  /** Windows asks whether its session may end (WM_QUERYENDSESSION, native_window_views_win.cc). */
  static askToEndSession(): void {
    for (const window of windows) window.emit('query-session-end', preventable({ reasons: ['shutdown'] }))
  }

  /**
   * It ends (WM_ENDSESSION): Windows kills the process as soon as the listeners have returned, whether it is quitting by
   * then or not. Without a window nobody is told.
   */
  static endSession(): void {
    for (const window of windows) window.emit('session-end', preventable({ reasons: ['shutdown'] }))
    process.kill(process.pid, 'SIGKILL')
  }

  static getAllWindows(): HostWindow[] {
    return [...windows]
  }
  static fromWebContents(contents: HostWebContents): HostWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null
  }
}
