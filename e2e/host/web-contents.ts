import { EventEmitter } from 'node:events'
import type { NavigationHistory, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from 'electron'
import type { ConsoleMessage, Page } from 'playwright-core'
import type { HostFrame } from './frame.ts'
import { dispatchInvoke } from './ipc-main.ts'
import { chromiumSwitches, hostOptions } from './options.ts'
import { PageBridge } from './page-bridge.ts'
import { printParameters } from './print-parameters.ts'
import { defaultSession, type HostSession } from './session.ts'

type PrintCallback = NonNullable<Parameters<WebContents['print']>[1]>
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

let lastId = 0
const living = new Set<HostWebContents>()

function consoleEvent(message: ConsoleMessage): object {
  const levels: Readonly<Record<string, string>> = { error: 'error', warning: 'warning', debug: 'debug' }
  const { url: sourceId, lineNumber } = message.location()
  return { level: levels[message.type()] ?? 'info', message: message.text(), lineNumber, sourceId }
}

/** The part of `WebContents` that the application uses. */
export class HostWebContents
  extends EventEmitter
  implements
    Pick<
      WebContents,
      | 'id'
      | 'isDestroyed'
      | 'getURL'
      | 'send'
      | 'reload'
      | 'setWindowOpenHandler'
      | 'setWebRTCIPHandlingPolicy'
      | 'print'
      | 'printToPDF'
    >
{
  // oxlint-disable-next-line no-useless-assignment -- the next one's id is counted from it
  readonly id = ++lastId
  readonly session: HostSession = defaultSession
  readonly navigationHistory: Pick<NavigationHistory, 'clear'> = {
    clear: () => void this.#bridge?.session.send('Page.resetNavigationHistory'),
  }
  page: Page | null = null
  /** For the control channel. */
  printedTimes = 0
  /** The navigation that the application asked for; others are the page's own and are announced. */
  ownNavigation: string | null = null
  #bridge: PageBridge | null = null
  #destroyed = false
  #openHandler: OpenHandler | null = null

  constructor() {
    super()
    living.add(this)
  }

  /** Joins a page that has not navigated yet. */
  async join(page: Page, preload: string | null): Promise<void> {
    this.page = page
    let status = -1
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) status = response.status()
    })
    this.#bridge = await PageBridge.attach(page, preload, {
      onInvoke: async ({ channel, args, frame }) => await dispatchInvoke(this, frame, channel, args),
      onNavigated: (address) => this.emit('did-navigate', {}, address, status),
      onPreloadError: (error) => this.emit('preload-error', {}, 'preload', error),
      onInput: (type) => this.emit('input-event', {}, { type }),
      onContextMenu: (params) => this.emit('context-menu', {}, params),
      onKeys: (keys) => this.emit('host-keys', keys),
    })
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 0 }))
    page.on('console', (message) => this.emit('console-message', consoleEvent(message)))
    page.on('domcontentloaded', () => this.emit('dom-ready', {}))
    page.on('load', () => this.emit('did-finish-load', {}))
  }

  get mainFrame(): HostFrame | null {
    return this.#bridge?.mainFrame ?? null
  }

  get bridge(): PageBridge | null {
    return this.#bridge
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  getURL(): string {
    return this.mainFrame?.url ?? ''
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#bridge?.announce(channel, args)
  }

  reload(): void {
    const page = this.page
    if (page === null) return
    this.ownNavigation = page.url()
    page.reload().catch(() => undefined)
  }

  /** As Electron's `cut()`, `copy()` and so on do. */
  async edit(command: 'cut' | 'copy' | 'paste' | 'selectAll'): Promise<void> {
    await this.#bridge?.session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: [command] })
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** Chromium takes it as a switch, and the first window starts Chromium. */
  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    chromiumSwitches.set('webrtc-ip-handling-policy', policy)
  }

  /** As the system's dialog would end: printed at once, or as where there is no printer. */
  print(_options: WebContentsPrintOptions = {}, callback?: PrintCallback): void {
    if (!hostOptions.noPrinter) this.printedTimes += 1
    if (hostOptions.silentPrinter) return
    setImmediate(() =>
      callback?.(!hostOptions.noPrinter, hostOptions.noPrinter ? 'Invalid printer settings' : ''),
    )
  }

  /** By the same part of Chromium that Electron asks, which fills in the same values where none are given. */
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    if (this.#bridge === null) throw new Error('Failed to generate PDF: there is no page.')
    const { data } = await this.#bridge.session.send('Page.printToPDF', printParameters(options))
    return Buffer.from(data, 'base64')
  }

  /** Asks the application about a new window; the stand-in never opens one, whatever it answers. */
  askToOpen(url: string): void {
    const referrer = { url: '', policy: 'default' as const }
    this.#openHandler?.({ url, frameName: '', features: '', disposition: 'new-window', referrer })
  }

  markDestroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    living.delete(this)
    this.emit('destroyed')
  }

  static of(page: Page | null): HostWebContents | null {
    return [...living].find((contents) => contents.page === page) ?? null
  }

  static all(): readonly HostWebContents[] {
    return [...living]
  }
}
