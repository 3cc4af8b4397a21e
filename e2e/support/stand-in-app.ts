import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { headlessShellProgram, pathOf } from '../../scripts/debian-packages.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { TestApp, type AppStatus, type LaunchOptions, type RuntimeView, type WindowView } from './test-app.ts'
import type { Command, HostStatus } from '../host/control-contract.ts'
import { removeTraces } from '../host/processes.ts'
import { HostProcess } from './host-process.ts'
import { asStart } from './start-step.ts'
import { logindFile, pathWithTray, sandboxSwitches } from './host-environment.ts'

const headlessShell = pathOf(headlessShellProgram)

/** What the stand-in is started with for these options. */
export function standInSwitches(options: LaunchOptions): readonly string[] {
  const { show, saveFolder, keyring, trafficFile } = options
  const isShell = headlessShell !== undefined && show !== true && options.wholeBrowser !== true
  return [
    ...(show === true ? [] : ['--headless']),
    ...(isShell ? [`--host-chromium=${headlessShell}`] : []),
    ...(saveFolder === undefined ? [] : [`--host-save-folder=${saveFolder}`]),
    ...(keyring?.type === 'file'
      ? ['--password-store=gnome-libsecret', `--host-keyring=${keyring.path}`]
      : []),
    ...(trafficFile === undefined ? [] : [`--host-traffic=${trafficFile}`]),
    ...(options.wholeBrowser === true ? ['--host-dialog-pages'] : []),
    ...(options.crashDumps === true ? ['--host-crash-dumps'] : []),
    ...(options.notifications === 'none' ? ['--host-no-notifications'] : []),
    ...(options.notifications === 'failing' ? ['--host-failing-notifications'] : []),
    ...(options.printer === 'none' ? ['--host-no-printer'] : []),
    ...(options.printer === 'silent' ? ['--host-silent-printer'] : []),
    ...(options.neverReadyToShow === true ? ['--host-never-ready-to-show'] : []),
  ]
}

/** The built application on the stand-in. */
export class StandInApp extends TestApp {
  #process: HostProcess | null = null
  #printedBefore = ''
  #attached: { readonly port: number; readonly browser: Browser } | null = null

  static async launch(dataDir: string, options: LaunchOptions): Promise<StandInApp> {
    return await new StandInApp(dataDir, options).launch()
  }

  async window(): Promise<Page> {
    const isAppPage = (url: string): boolean => url.startsWith('app://')
    const status = await this.#running.until(
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
    await this.ask({ type: 'close-window' })
    await this.#running.until(({ windows }) => windows.length === 0)
  }
  async hasWindow(): Promise<boolean> {
    return (await this.ask({ type: 'status' })).windows.length > 0
  }
  async windowView(): Promise<WindowView> {
    const { windows } = await this.#running.until((status) => status.windows.length > 0)
    const [window] = windows
    if (window === undefined) throw new Error('There is no window.')
    return window
  }
  async hasSwitch(name: string): Promise<boolean> {
    return (await this.ask({ type: 'status' })).switches.includes(name)
  }

  /** What all its processes printed so far. */
  printed(): string {
    return this.#printedBefore + (this.#process?.output ?? '')
  }

  async runtime(): Promise<RuntimeView> {
    return (await this.ask({ type: 'status' })).runtime
  }
  async kill(): Promise<void> {
    await this.#running.kill(this.dataDir)
    removeTraces(this.#profile)
    await this.#detach()
  }
  async startSecond(): Promise<number | null> {
    return await this.#spawn().gone
  }
  async emptyPageStorage(): Promise<void> {
    if (this.#running.isRunning) throw new Error('End the application first.')
    for (const folder of ['IndexedDB', 'WebStorage']) {
      await rm(join(this.#profile, 'Default', folder), { recursive: true, force: true })
    }
  }

  protected async start(): Promise<void> {
    this.#printedBefore = this.printed()
    await asStart(async () => {
      this.#process = this.#spawn()
      await this.#process.until((status) => status.ready)
    })
  }
  protected async ask(command: Command): Promise<HostStatus> {
    return await this.#running.ask(command)
  }
  protected async until(wanted: (status: AppStatus) => boolean): Promise<AppStatus> {
    return await this.#running.until(wanted)
  }
  protected async ended(): Promise<number | null> {
    const code = await this.#running.gone
    await this.#detach()
    return code
  }

  get #running(): HostProcess {
    if (this.#process === null) throw new Error('The application was not started.')
    return this.#process
  }

  get #profile(): string {
    return join(this.dataDir, 'session', 'stand-in-profile')
  }

  #spawn(): HostProcess {
    const { args = [], env = {} } = this.options
    const own = [
      `--data-dir=${this.dataDir}`,
      ...sandboxSwitches(),
      ...standInSwitches(this.options),
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
      this.options.appDir ?? projectRoot,
    )
  }

  async #detach(): Promise<void> {
    await this.#attached?.browser.close().catch(() => undefined)
    this.#attached = null
  }
}
