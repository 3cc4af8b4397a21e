import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rectangle } from 'electron'
import { chromium, type Browser, type Page } from 'playwright-core'
import { headlessShellProgram, pathOf } from '../../scripts/debian-packages.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { testHostName } from '../../scripts/test-host.ts'
import type {
  TestApp,
  DialogView,
  LaunchOptions,
  NotificationView,
  PowerEvent,
  RuntimeView,
  SessionEnd,
  TrayView,
  WindowView,
} from './test-app.ts'
import type { Command } from '../host/control-contract.ts'
import { removeTraces } from '../host/processes.ts'
import { HostProcess } from './host-process.ts'
import { asStart } from './start-step.ts'
import { lockByLogind, logindFile, pathWithTray, sandboxSwitches } from './host-environment.ts'

const hostName = testHostName()
const headlessShell = pathOf(headlessShellProgram)

/** What the stand-in is started with for these options. */
export function standInSwitches(options: LaunchOptions): readonly string[] {
  const { show, saveFolder, keyring, trafficFile } = options
  const isShell = headlessShell !== undefined && show !== true && options.wholeBrowser !== true
  const ask = keyring?.type === 'file' ? keyring.path : keyring?.type
  return [
    ...(show === true ? [] : ['--headless']),
    ...(isShell ? [`--host-chromium=${headlessShell}`] : []),
    ...(saveFolder === undefined ? [] : [`--host-save-folder=${saveFolder}`]),
    ...(ask === undefined ? [] : ['--password-store=gnome-libsecret', `--host-keyring=${ask}`]),
    ...(trafficFile === undefined ? [] : [`--host-traffic=${trafficFile}`]),
    ...(options.wholeBrowser === true ? ['--host-dialog-pages'] : []),
    ...(options.crashDumps === true ? ['--host-crash-dumps'] : []),
    ...(options.notifications === 'none' ? ['--host-no-notifications'] : []),
    ...(options.notifications === 'failing' ? ['--host-failing-notifications'] : []),
    ...(options.printer === 'none' ? ['--host-no-printer'] : []),
    ...(options.printer === 'silent' ? ['--host-silent-printer'] : []),
    ...(options.screens === undefined ? [] : [`--host-work-areas=${options.screens}`]),
    ...(options.neverReadyToShow === true ? ['--host-never-ready-to-show'] : []),
  ]
}

/** The built application on the stand-in. */
export class StandInApp implements TestApp {
  readonly hostName = hostName
  readonly dataDir: string
  #options: LaunchOptions
  #process: HostProcess
  #printedBefore = ''
  #attached: { readonly port: number; readonly browser: Browser } | null = null

  private constructor(dataDir: string, options: LaunchOptions) {
    this.dataDir = dataDir
    this.#options = options
    this.#process = this.#spawn()
  }

  static async launch(dataDir: string, options: LaunchOptions): Promise<StandInApp> {
    await mkdir(dataDir, { recursive: true })
    return await asStart(async () => {
      const app = new StandInApp(dataDir, options)
      await app.#process.until((status) => status.ready)
      return app
    })
  }

  async window(): Promise<Page> {
    const isAppPage = (url: string): boolean => url.startsWith('app://')
    const status = await this.#process.until(
      ({ windows, debuggingPort }) => debuggingPort !== null && windows.some(({ url }) => isAppPage(url)),
    )
    const browser = await this.#attach(status.debuggingPort ?? 0)
    const find = (): Page | undefined =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((page) => page.url().startsWith('https://desk.app.localhost/'))
    const page = find() ?? (await browser.contexts()[0]?.waitForEvent('page'))
    if (page === undefined) throw new Error('The window has no page.')
    await page.waitForLoadState('domcontentloaded')
    return page
  }

  async #attach(port: number): Promise<Browser> {
    if (this.#attached?.port === port && this.#attached.browser.isConnected()) return this.#attached.browser
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
    this.#attached = { port, browser }
    return browser
  }

  async closeWindow(): Promise<void> {
    await this.#process.ask({ type: 'close-window' })
    await this.#process.until(({ windows }) => windows.length === 0)
  }
  async hasWindow(): Promise<boolean> {
    return (await this.#process.ask({ type: 'status' })).windows.length > 0
  }

  async windowView(): Promise<WindowView> {
    const { windows } = await this.#process.until((status) => status.windows.length > 0)
    const [window] = windows
    if (window === undefined) throw new Error('There is no window.')
    return window
  }
  async arrangeWindow(how: 'maximize' | 'minimize' | Rectangle): Promise<void> {
    await this.#process.ask({ type: 'arrange-window', how })
  }
  async menu(): Promise<readonly string[]> {
    return (await this.#process.ask({ type: 'status' })).menu
  }
  async contextMenu(): Promise<TrayView['items'] | null> {
    return (await this.#process.ask({ type: 'status' })).contextMenu
  }
  async clickContextMenu(label: string): Promise<void> {
    await this.#process.ask({ type: 'click-context-menu', label })
  }
  async printedTimes(): Promise<number> {
    return (await this.#process.ask({ type: 'status' })).printedTimes
  }
  async hasSwitch(name: string): Promise<boolean> {
    return (await this.#process.ask({ type: 'status' })).switches.includes(name)
  }

  /** What all its processes printed so far. */
  printed(): string {
    return this.#printedBefore + this.#process.output
  }

  async pid(): Promise<number> {
    return (await this.#process.ask({ type: 'status' })).pid
  }
  async runtime(): Promise<RuntimeView> {
    return (await this.#process.ask({ type: 'status' })).runtime
  }
  async kill(): Promise<void> {
    if (this.#process.isRunning) await this.#process.kill(this.#profile)
    removeTraces(this.#profile)
    await this.#detach()
  }
  async quit(): Promise<void> {
    await this.#process.ask({ type: 'quit' })
    await this.#process.gone
    await this.#detach()
  }
  async restart(options: Omit<LaunchOptions, 'dataDir'> = {}): Promise<void> {
    await this.kill()
    this.#options = { ...this.#options, ...options }
    this.#printedBefore = this.printed()
    await asStart(async () => {
      this.#process = this.#spawn()
      await this.#process.until((status) => status.ready)
    })
  }
  async startSecond(): Promise<number | null> {
    return await this.#spawn().gone
  }

  async tray(): Promise<TrayView> {
    return (await this.#process.until(({ tray }) => tray !== null)).tray ?? { tooltip: '', items: [] }
  }
  async clickTray(label: string): Promise<void> {
    await this.#process.ask({ type: 'click-tray', label })
  }
  async badge(): Promise<number> {
    return (await this.#process.ask({ type: 'status' })).badge
  }
  async dialog(): Promise<DialogView | null> {
    return (await this.#process.ask({ type: 'status' })).dialog
  }
  async answerDialog(label: string): Promise<void> {
    await this.#process.until(({ dialog }) => dialog !== null)
    await this.#process.ask({ type: 'answer-dialog', label })
  }
  async notifications(): Promise<readonly NotificationView[]> {
    return (await this.#process.ask({ type: 'status' })).notifications
  }
  async clickNotification(title: string): Promise<void> {
    await this.#process.ask({ type: 'click-notification', title })
  }
  async focusWindow(focused: boolean): Promise<void> {
    await this.#process.ask({ type: 'focus-window', focused })
  }
  async openedLinks(): Promise<readonly string[]> {
    return (await this.#process.ask({ type: 'status' })).openedLinks
  }
  async power(event: PowerEvent): Promise<void> {
    if (event === 'lock-screen') lockByLogind(this.dataDir)
    await this.#process.ask({ type: 'power', event })
  }
  async askToEndSession(): Promise<void> {
    await this.#process.ask({ type: 'windows-session', isEnding: false })
  }
  async endSession(how: SessionEnd): Promise<number | null> {
    const end: Command =
      how === 'on Windows'
        ? { type: 'windows-session', isEnding: true }
        : { type: 'power', event: 'shutdown' }
    // It may end before it answers.
    await this.#process.ask(end).catch(() => undefined)
    const code = await this.#process.gone
    await this.#detach()
    return code
  }
  async setOnline(online: boolean): Promise<void> {
    await this.#process.ask({ type: 'online', online })
  }

  async passTime(ms: number, unanswered = 0): Promise<void> {
    await this.#process.ask({ type: 'pass-time', ms, unanswered })
  }

  async emptyPageStorage(): Promise<void> {
    if (this.#process.isRunning) throw new Error('End the application first.')
    for (const folder of ['IndexedDB', 'WebStorage']) {
      await rm(join(this.#profile, 'Default', folder), { recursive: true, force: true })
    }
  }

  get #profile(): string {
    return join(this.dataDir, 'session', 'stand-in-profile')
  }

  #spawn(): HostProcess {
    const { args = [], env = {} } = this.#options
    const own = [
      `--data-dir=${this.dataDir}`,
      ...sandboxSwitches(),
      ...standInSwitches(this.#options),
      '--remote-debugging-port=0',
      '--host-control',
    ]
    // What the application writes outside its folder (starting at login) stays inside it too.
    return new HostProcess(
      [...own, ...args],
      {
        XDG_CONFIG_HOME: join(this.dataDir, 'config'),
        PATH: pathWithTray(),
        LOGIND_SAYS: logindFile(this.dataDir),
        ...env,
      },
      this.#options.appDir ?? projectRoot,
    )
  }

  async #detach(): Promise<void> {
    await this.#attached?.browser.close().catch(() => undefined)
    this.#attached = null
  }
}
