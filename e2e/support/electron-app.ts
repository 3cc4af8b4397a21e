import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rectangle } from 'electron'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { projectRoot } from '../../scripts/project-root.ts'
import { testedElectron, testHostName } from '../../scripts/test-host.ts'
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
import * as calls from './electron-calls.ts'
import {
  hostEnvironment,
  lockByLogind,
  logindFile,
  pathWithTray,
  sandboxSwitches,
} from './host-environment.ts'

/** No keyring but the one that is asked for: what this computer has may not decide what a test sees. */
export function electronSwitches({ keyring }: LaunchOptions): readonly string[] {
  if (keyring?.type === 'file') throw new Error('Electron asks the system’s keyring, and no file.')
  const store = keyring?.type === undefined ? 'basic' : 'gnome-libsecret'
  return [
    ...(process.platform === 'linux' ? [`--password-store=${store}`] : []),
    ...(process.platform === 'darwin' ? ['--use-mock-keychain'] : []),
  ]
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** On Windows Playwright starts Electron through a shell, which alone would end. */
function killTree(child: ChildProcess): void {
  if (process.platform !== 'win32' || child.pid === undefined) child.kill('SIGKILL')
  else spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { windowsHide: true })
}

/** The built application on Electron itself. */
export class ElectronApp implements TestApp {
  readonly hostName = testHostName()
  readonly dataDir: string
  #options: LaunchOptions
  #app: ElectronApplication | null = null
  // Outside of the installation, which is searched for what may not be there.
  readonly #printedFile = join(tmpdir(), `claims-desk-printed-${randomUUID()}`)
  #printedBefore = ''

  private constructor(dataDir: string, options: LaunchOptions) {
    this.dataDir = dataDir
    this.#options = options
  }

  static async launch(dataDir: string, options: LaunchOptions): Promise<ElectronApp> {
    await mkdir(dataDir, { recursive: true })
    const app = new ElectronApp(dataDir, options)
    await app.#start()
    return app
  }

  async window(): Promise<Page> {
    const page = await this.#running.firstWindow()
    await page.waitForLoadState('domcontentloaded')
    return page
  }
  async closeWindow(): Promise<void> {
    const closed = (await this.window()).waitForEvent('close')
    await this.#running.evaluate(calls.closeWindow)
    await closed
  }
  async hasWindow(): Promise<boolean> {
    return await this.#running.evaluate(calls.hasWindow)
  }
  async windowView(): Promise<WindowView> {
    return await this.#running.evaluate(calls.windowView)
  }
  async arrangeWindow(how: 'maximize' | 'minimize' | Rectangle): Promise<void> {
    await this.#running.evaluate(calls.arrangeWindow, how)
  }
  async menu(): Promise<readonly string[]> {
    return await this.#running.evaluate(calls.menu)
  }
  async contextMenu(): Promise<TrayView['items'] | null> {
    return await this.#running.evaluate(calls.contextMenu)
  }
  async clickContextMenu(label: string): Promise<void> {
    await this.#running.evaluate(calls.clickContextMenu, label)
  }
  async printedTimes(): Promise<number> {
    return await this.#running.evaluate(calls.printedTimes)
  }
  async hasSwitch(name: string): Promise<boolean> {
    return await this.#running.evaluate(calls.hasSwitch, name)
  }

  printed(): string {
    return this.#printedBefore + readOrEmpty(this.#printedFile)
  }

  async pid(): Promise<number> {
    // On Windows the process that Playwright knows is the shell's.
    return await this.#running.evaluate(calls.pid)
  }
  async runtime(): Promise<RuntimeView> {
    return await this.#running.evaluate(calls.runtime)
  }
  async kill(): Promise<void> {
    const child = this.#app?.process()
    this.#app = null
    this.#keepPrinted()
    if (child?.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    killTree(child)
    await gone
  }
  async quit(): Promise<void> {
    const gone = once(this.#running.process(), 'exit')
    await this.#running.evaluate(calls.quit)
    await gone
    this.#app = null
    this.#keepPrinted()
  }
  async restart(options: Omit<LaunchOptions, 'dataDir'> = {}): Promise<void> {
    await this.kill()
    this.#options = { ...this.#options, ...options }
    await this.#start()
  }
  async startSecond(): Promise<number | null> {
    const second = spawn(testedElectron() ?? 'electron', this.#arguments(), { env: this.#environment() })
    await once(second, 'exit')
    return second.exitCode
  }

  async tray(): Promise<TrayView> {
    return await this.#running.evaluate(calls.tray)
  }
  async clickTray(label: string): Promise<void> {
    await this.#running.evaluate(calls.clickTray, label)
  }
  async badge(): Promise<number> {
    return await this.#running.evaluate(calls.badge)
  }
  async dialog(): Promise<DialogView | null> {
    return await this.#running.evaluate(calls.openDialog)
  }
  async answerDialog(label: string): Promise<void> {
    await this.#running.evaluate(calls.answerDialog, label)
  }
  async notifications(): Promise<readonly NotificationView[]> {
    return await this.#running.evaluate(calls.notifications)
  }
  async clickNotification(title: string): Promise<void> {
    await this.#running.evaluate(calls.clickNotification, title)
  }
  async focusWindow(focused: boolean): Promise<void> {
    await this.#running.evaluate(calls.focusWindow, focused)
  }
  async openedLinks(): Promise<readonly string[]> {
    return await this.#running.evaluate(calls.openedLinks)
  }
  async power(event: PowerEvent): Promise<void> {
    if (event === 'lock-screen' && process.platform === 'linux') lockByLogind(this.dataDir)
    await this.#running.evaluate(calls.power, event)
  }
  async askToEndSession(): Promise<void> {
    await this.#running.evaluate(calls.windowsSession, false)
  }
  async endSession(how: SessionEnd): Promise<number | null> {
    const child = this.#running.process()
    const gone = once(child, 'exit')
    const asked =
      how === 'on Windows'
        ? this.#running.evaluate(calls.windowsSession, true)
        : this.#running.evaluate(calls.shutDown)
    // It may end before it answers.
    await asked.catch(() => undefined)
    await gone
    this.#app = null
    this.#keepPrinted()
    return child.exitCode
  }
  async setOnline(online: boolean): Promise<void> {
    await this.#running.evaluate(calls.setOnline, online)
  }
  async passTime(ms: number, unanswered = 0): Promise<void> {
    await this.#running.evaluate(calls.passTime, { ms, unanswered })
  }
  async emptyPageStorage(): Promise<void> {
    if (this.#app !== null) throw new Error('End the application first.')
    for (const folder of ['IndexedDB', 'WebStorage']) {
      await rm(join(this.dataDir, 'session', folder), { recursive: true, force: true })
    }
  }

  #keepPrinted(): void {
    this.#printedBefore = this.printed()
    rmSync(this.#printedFile, { force: true })
  }

  get #running(): ElectronApplication {
    if (this.#app === null) throw new Error('The application does not run.')
    return this.#app
  }

  async #start(): Promise<void> {
    this.#app = await _electron.launch({
      executablePath: testedElectron() ?? 'electron',
      args: this.#arguments(),
      cwd: projectRoot,
      // Playwright would switch it off on Linux: the specs would never see it.
      chromiumSandbox: sandboxSwitches().length === 0,
      env: this.#environment(),
    })
  }

  #arguments(): string[] {
    const probe = join(projectRoot, 'e2e/support/electron-probe.js')
    const { args = [] } = this.#options
    return [
      '-r',
      probe,
      this.#options.appDir ?? projectRoot,
      ...sandboxSwitches(),
      `--data-dir=${this.dataDir}`,
      ...electronSwitches(this.#options),
      ...args,
    ]
  }

  #seams(): calls.SeamOptions {
    const { saveFolder, trafficFile, crashDumps, notifications, printer, neverReadyToShow } = this.#options
    return {
      saveFolder: saveFolder ?? null,
      trafficFile: trafficFile ?? null,
      printedFile: this.#printedFile,
      crashDumpsFolder: crashDumps === true ? join(this.dataDir, 'dumps') : null,
      notifications: notifications ?? 'shown',
      printer: printer ?? 'there',
      neverReadyToShow: neverReadyToShow ?? false,
    }
  }

  #environment(): Record<string, string> {
    return {
      ...hostEnvironment(),
      XDG_CONFIG_HOME: join(this.dataDir, 'config'),
      PATH: pathWithTray(),
      LOGIND_SAYS: logindFile(this.dataDir),
      CLAIMS_DESK_SEAMS: JSON.stringify(this.#seams()),
      ...this.#options.env,
    }
  }
}
