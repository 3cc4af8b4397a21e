import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { chromiumSwitches, hostOptions, type HostOptions } from './options.ts'
import { killChromium, removeTraces } from './processes.ts'

/** Answers the requests of every page, and is notified of pages that the stand-in did not open. */
export interface BrowserEvents {
  onContext(context: BrowserContext): Promise<void>
}

/** Where the page hangs, Chromium does not end by itself; Electron would end it. */
const closesWithinMs = 10_000
// Chromium takes the last of equal switches, so what Playwright turns on and off is repeated.
const enabled = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  // Pages live from interception, so the network has nothing to do: a process of its own is a tenth of a start.
  'NetworkServiceInProcess2',
]
const disabled = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'Translate',
  // Each window would come with two hidden pages of the address bar, which Electron has not: a third of a start.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare page process, kept warm: Electron turns it off too.
  'SpareRendererForSitePerProcess',
]

function switches(options: HostOptions, size: { width: number; height: number }): string[] {
  return [
    `--enable-features=${enabled.join(',')}`,
    `--disable-features=${disabled.join(',')}`,
    '--disable-quic',
    '--hide-crash-restore-bubble',
    // The application's own: that no name is ever looked up, say. The pages live from interception in any case.
    ...[...chromiumSwitches].map(([name, value]) => (value === null ? `--${name}` : `--${name}=${value}`)),
    `--window-size=${size.width},${size.height}`,
    ...(options.headless ? [] : ['--app=data:text/html,']),
    ...(isRoot() ? ['--test-type'] : []),
    ...(options.remoteDebuggingPort === null
      ? []
      : [`--remote-debugging-port=${options.remoteDebuggingPort}`]),
  ]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Where Chromium the browser puts the dumps of its crashes. Electron writes none before an application asks for them by
 * `crashReporter.start`, and ours never does: a file in the place of their folder leaves Chromium nowhere to write.
 */
function configFolder(profile: string): string {
  const config = join(profile, 'config')
  const dumps = join(config, 'chromium', 'Crash Reports')
  mkdirSync(join(config, 'chromium'), { recursive: true })
  rmSync(dumps, { recursive: true, force: true })
  if (!hostOptions.crashDumps) writeFileSync(dumps, '')
  return config
}

/** Chromium the browser notes who signs in on its pages. Electron has no such manager of passwords. */
function rememberNoNames(profile: string): void {
  const preferences = join(profile, 'Default', 'Preferences')
  if (existsSync(preferences)) return
  mkdirSync(join(profile, 'Default'), { recursive: true, mode: 0o700 })
  const off = { credentials_enable_service: false, profile: { password_manager_enabled: false } }
  writeFileSync(preferences, JSON.stringify(off), { mode: 0o600 })
}

/** The one Chromium of this process: started with the first window, gone with the last. */
export class HostBrowser {
  readonly #events: BrowserEvents
  #opening: Promise<BrowserContext> | null = null
  #closing: Promise<void> = Promise.resolve()
  #profile = ''
  #pagesAsked = 0
  /** The page Chromium came with; the first window takes it. */
  #spare: Page | null = null

  constructor(events: BrowserEvents) {
    this.#events = events
  }

  /** Whether a page that appears now is one we asked for. */
  get isOpening(): boolean {
    return this.#pagesAsked > 0
  }

  /** A new page in a window of its own. */
  async newPage(profile: string, size: { width: number; height: number }): Promise<Page> {
    const first = this.#opening === null
    const opening = (this.#opening ??= this.#launch(profile, size))
    const context = await opening
    context.once('close', () => {
      if (this.#opening === opening) this.#opening = null
    })
    const spare = this.#spare
    this.#spare = null
    if (first && spare !== null) return spare
    this.#pagesAsked += 1
    try {
      return await context.newPage()
    } finally {
      this.#pagesAsked -= 1
    }
  }

  /** A small window without tabs, beside an open page. */
  async newPopup(beside: Page, size: { width: number; height: number }): Promise<Page> {
    this.#pagesAsked += 1
    try {
      // A page that the application's own page just tried to open may appear meanwhile: the popup is known by its name.
      const name = `stand-in-${randomUUID()}`
      const isPopup = async (page: Page): Promise<boolean> =>
        await page.evaluate((wanted) => window.name === wanted, name).catch(() => false)
      const appeared = beside.context().waitForEvent('page', { predicate: isPopup, timeout: 10_000 })
      const features = `popup,left=120,top=120,width=${size.width},height=${size.height}`
      const opening = { name, features }
      await beside.evaluate(
        (wanted) => void window.open('about:blank', wanted.name, wanted.features),
        opening,
      )
      const page = await appeared
      // --window-size overrules what window.open asks for.
      const session = await beside.context().newCDPSession(page)
      const { windowId } = await session.send('Browser.getWindowForTarget')
      await session.send('Browser.setWindowBounds', { windowId, bounds: size })
      return page
    } finally {
      this.#pagesAsked -= 1
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = null
    // The next window waits for this: two Chromiums cannot share a profile.
    if (opening !== null) {
      const late = setTimeout(() => this.kill(), closesWithinMs)
      this.#closing = opening
        .then(async (context) => context.close())
        .catch(() => undefined)
        .finally(() => clearTimeout(late))
    }
    await this.#closing
  }

  /** Ends Chromium without its consent; safe in an `exit` handler. */
  kill(): void {
    if (this.#profile !== '') killChromium(this.#profile)
  }

  /** The port to attach to, or null. */
  get debuggingPort(): number | null {
    if (this.#opening === null || hostOptions.remoteDebuggingPort === null) return null
    if (hostOptions.remoteDebuggingPort !== 0) return hostOptions.remoteDebuggingPort
    try {
      return Number(readFileSync(join(this.#profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
    } catch {
      return null
    }
  }

  async #launch(profile: string, size: { width: number; height: number }): Promise<BrowserContext> {
    await this.#closing
    this.#profile = profile
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    killChromium(profile)
    rememberNoNames(profile)
    removeTraces(profile)
    // Half of a start: a second one, which opens no window, does without.
    const { chromium } = await import('playwright-core')
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: hostOptions.chromium,
      env: { ...process.env, XDG_CONFIG_HOME: configFolder(profile) },
      headless: hostOptions.headless,
      chromiumSandbox: !isRoot(),
      args: switches(hostOptions, size),
      ignoreDefaultArgs: ['--hide-scrollbars', ...(hostOptions.headless ? [] : ['about:blank'])],
      viewport: null,
      colorScheme: null,
      acceptDownloads: false,
      // Who is killed leaves no folder behind among the temporary ones.
      artifactsDir: join(profile, 'artifacts'),
      serviceWorkers: 'block',
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    this.#spare = context.pages()[0] ?? null
    await this.#events.onContext(context)
    return context
  }
}
