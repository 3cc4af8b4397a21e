import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { electronProgram } from '../../scripts/electron-runtime.ts'
import { testHostName } from '../../scripts/host-name.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { sandboxSwitches } from './sandbox-switches.ts'
import type {
  DeskApp,
  HeapView,
  DialogView,
  LaunchOptions,
  NotificationView,
  PowerEvent,
  TrayView,
} from './desk-app.ts'

/** What electron-probe.js keeps inside Electron. */
interface Probe {
  readonly tooltip: string
  readonly menu: {
    readonly items: readonly { label: string; enabled: boolean; type: string; click(): void }[]
  } | null
  readonly dialog: DialogView | null
  readonly answer: ((label: string) => void) | null
  readonly openedLinks: readonly string[]
  readonly passTime: (ms: number) => void
  readonly notifications: readonly (NotificationView & { emit(name: string, event: object): void })[]
}
declare const deskProbe: Probe

/** On Windows Playwright starts Electron through a shell, which alone would end. */
function killTree(child: ChildProcess): void {
  if (process.platform !== 'win32' || child.pid === undefined) child.kill('SIGKILL')
  else spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { windowsHide: true })
}

/** The built application on Electron itself, wherever its runtime is. */
export class ElectronDesk implements DeskApp {
  readonly hostName = testHostName()
  readonly dataDir: string
  #options: LaunchOptions
  #app: ElectronApplication | null = null

  private constructor(dataDir: string, options: LaunchOptions) {
    this.dataDir = dataDir
    this.#options = options
  }

  static async launch(dataDir: string, options: LaunchOptions): Promise<ElectronDesk> {
    await mkdir(dataDir, { recursive: true })
    const desk = new ElectronDesk(dataDir, options)
    await desk.#start()
    return desk
  }

  async window(): Promise<Page> {
    const page = await this.#running.firstWindow()
    await page.waitForLoadState('domcontentloaded')
    return page
  }
  async closeWindow(): Promise<void> {
    const closed = (await this.window()).waitForEvent('close')
    await this.#running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await closed
  }
  async hasWindow(): Promise<boolean> {
    return Promise.resolve(this.#running.windows().length > 0)
  }
  async isWindowShown(): Promise<boolean> {
    return await this.#running.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false,
    )
  }
  async menu(): Promise<readonly string[]> {
    return await this.#running.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
    )
  }
  async hasSwitch(name: string): Promise<boolean> {
    return await this.#running.evaluate(({ app }, wanted) => app.commandLine.hasSwitch(wanted), name)
  }

  async pid(): Promise<number> {
    // On Windows the process that Playwright knows is the shell's.
    return await this.#running.evaluate(() => process.pid)
  }
  async heap(): Promise<HeapView> {
    const { heapUsed, heapTotal } = await this.#running.evaluate(() => process.memoryUsage())
    return { usedBytes: heapUsed, heldBytes: heapTotal }
  }
  async kill(): Promise<void> {
    const child = this.#app?.process()
    this.#app = null
    if (child?.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    killTree(child)
    await gone
  }
  async quit(): Promise<void> {
    const gone = once(this.#running.process(), 'exit')
    await this.#running.evaluate(({ app }) => setImmediate(() => app.quit()))
    await gone
    this.#app = null
  }
  async restart(options: Omit<LaunchOptions, 'dataDir'> = {}): Promise<void> {
    await this.kill()
    this.#options = { ...this.#options, ...options }
    await this.#start()
  }
  async startSecond(): Promise<number | null> {
    const second = spawn(electronProgram() ?? 'electron', this.#arguments(), { env: this.#environment() })
    await once(second, 'exit')
    return second.exitCode
  }

  async tray(): Promise<TrayView> {
    return await this.#running.evaluate(() => ({
      tooltip: deskProbe.tooltip,
      items: (deskProbe.menu?.items ?? [])
        .filter(({ type }) => type !== 'separator')
        .map(({ label, enabled }) => ({ label, enabled })),
    }))
  }
  async clickTray(label: string): Promise<void> {
    await this.#running.evaluate((_electron, wanted) => {
      deskProbe.menu?.items.find((item) => item.label === wanted)?.click()
    }, label)
  }
  async badge(): Promise<number> {
    return await this.#running.evaluate(({ app }) => app.getBadgeCount())
  }
  async dialog(): Promise<DialogView | null> {
    return await this.#running.evaluate(() => deskProbe.dialog)
  }
  async answerDialog(label: string): Promise<void> {
    await this.#running.evaluate((_electron, wanted) => deskProbe.answer?.(wanted), label)
  }
  async notifications(): Promise<readonly NotificationView[]> {
    return await this.#running.evaluate(() =>
      deskProbe.notifications.map(({ title, body, silent }) => ({ title, body, silent })),
    )
  }
  async clickNotification(title: string): Promise<void> {
    await this.#running.evaluate((_electron, wanted) => {
      deskProbe.notifications.findLast((shown) => shown.title === wanted)?.emit('click', {})
    }, title)
  }
  async focusWindow(focused: boolean): Promise<void> {
    await this.#running.evaluate(({ BrowserWindow }, wanted) => {
      const [window] = BrowserWindow.getAllWindows()
      if (wanted) window?.focus()
      else window?.blur()
    }, focused)
  }
  async openedLinks(): Promise<readonly string[]> {
    return await this.#running.evaluate(() => deskProbe.openedLinks)
  }
  async power(event: PowerEvent): Promise<void> {
    await this.#running.evaluate(({ powerMonitor }, name) => {
      if (name === 'lock-screen') powerMonitor.getSystemIdleState = () => 'locked'
      if (name === 'unlock-screen') powerMonitor.getSystemIdleState = () => 'active'
      powerMonitor.emit(name)
    }, event)
  }
  async setOnline(online: boolean): Promise<void> {
    await this.#running.evaluate(({ net }, value) => {
      net.isOnline = () => value
    }, online)
  }
  async passTime(ms: number): Promise<void> {
    await this.#running.evaluate((_electron, passed) => deskProbe.passTime(passed), ms)
  }
  async emptyPageStorage(): Promise<void> {
    if (this.#app !== null) throw new Error('End the application first.')
    for (const folder of ['IndexedDB', 'WebStorage']) {
      await rm(join(this.dataDir, 'session', folder), { recursive: true, force: true })
    }
  }

  get #running(): ElectronApplication {
    if (this.#app === null) throw new Error('The application does not run.')
    return this.#app
  }

  async #start(): Promise<void> {
    this.#app = await _electron.launch({
      executablePath: electronProgram() ?? 'electron',
      args: this.#arguments(),
      cwd: projectRoot,
      // Playwright would switch it off on Linux: the specs would never see it.
      chromiumSandbox: sandboxSwitches().length === 0,
      env: this.#environment(),
    })
  }

  #arguments(): string[] {
    const probe = join(projectRoot, 'e2e/support/electron-probe.js')
    const args = (this.#options.args ?? []).filter((argument) => !argument.startsWith('--host-'))
    return [
      '-r',
      probe,
      this.#options.appDir ?? projectRoot,
      ...sandboxSwitches(),
      `--data-dir=${this.dataDir}`,
      ...args,
    ]
  }

  #environment(): Record<string, string> {
    const inherited = Object.entries(process.env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    return {
      ...Object.fromEntries(inherited),
      XDG_CONFIG_HOME: join(this.dataDir, 'config'),
      ...this.#options.env,
    }
  }
}
