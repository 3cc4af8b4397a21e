import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { projectRoot } from '../../scripts/project-root.ts'
import { testedElectron } from '../../scripts/test-host.ts'
import type { Command } from '../host/control-contract.ts'
import { TestApp, type AppStatus, type LaunchOptions, type RuntimeView, type WindowView } from './test-app.ts'
import * as calls from './electron-calls.ts'
import { hostEnvironment, logindFile, pathWithTray, sandboxSwitches } from './host-environment.ts'

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

const lookAgainMs = 25

/** On Windows Playwright starts Electron through a shell, which alone would end. */
function killTree(child: ChildProcess): void {
  if (process.platform !== 'win32' || child.pid === undefined) child.kill('SIGKILL')
  else spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { windowsHide: true })
}

/** The built application on Electron itself. */
export class ElectronApp extends TestApp {
  #app: ElectronApplication | null = null
  // Outside of the installation, which is searched for what may not be there.
  readonly #printedFile = join(tmpdir(), `claims-desk-printed-${randomUUID()}`)
  #printedBefore = ''

  static async launch(dataDir: string, options: LaunchOptions): Promise<ElectronApp> {
    return await new ElectronApp(dataDir, options).launch()
  }

  async window(): Promise<Page> {
    const page = await this.#running.firstWindow()
    await page.waitForLoadState('domcontentloaded')
    return page
  }
  async closeWindow(): Promise<void> {
    const closed = (await this.window()).waitForEvent('close')
    await this.ask({ type: 'close-window' })
    await closed
  }
  async hasWindow(): Promise<boolean> {
    return await this.#running.evaluate(calls.hasWindow)
  }
  async windowView(): Promise<WindowView> {
    return await this.#running.evaluate(calls.windowView)
  }
  async hasSwitch(name: string): Promise<boolean> {
    return await this.#running.evaluate(({ app }, wanted) => app.commandLine.hasSwitch(wanted), name)
  }

  printed(): string {
    return this.#printedBefore + readOrEmpty(this.#printedFile)
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
  async startSecond(): Promise<number | null> {
    const second = spawn(testedElectron() ?? 'electron', this.#arguments(), { env: this.#environment() })
    await once(second, 'exit')
    return second.exitCode
  }
  async emptyPageStorage(): Promise<void> {
    if (this.#app !== null) throw new Error('End the application first.')
    for (const folder of ['IndexedDB', 'WebStorage']) {
      await rm(join(this.dataDir, 'session', folder), { recursive: true, force: true })
    }
  }

  protected async ask(command: Command): Promise<void> {
    if (command.type === 'arrange-window') await this.#running.evaluate(calls.arrangeWindow, command.bounds)
    else await this.#running.evaluate(calls.carryOut, command)
  }
  protected async until(wanted: (status: AppStatus) => boolean): Promise<AppStatus> {
    for (;;) {
      const status = await this.#running.evaluate(calls.status)
      if (wanted(status)) return status
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
  }
  protected async ended(): Promise<number | null> {
    const child = this.#running.process()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    this.#app = null
    this.#keepPrinted()
    return child.exitCode
  }

  #keepPrinted(): void {
    this.#printedBefore = this.printed()
    rmSync(this.#printedFile, { force: true })
  }

  get #running(): ElectronApplication {
    if (this.#app === null) throw new Error('The application does not run.')
    return this.#app
  }

  protected async start(): Promise<void> {
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
    const { args = [] } = this.options
    return [
      '-r',
      probe,
      this.options.appDir ?? projectRoot,
      ...sandboxSwitches(),
      `--data-dir=${this.dataDir}`,
      ...electronSwitches(this.options),
      ...args,
    ]
  }

  #seams(): calls.SeamOptions {
    const { crashDumps, ...options } = this.options
    const crashDumpsFolder = crashDumps === true ? join(this.dataDir, 'dumps') : null
    return { ...options, crashDumpsFolder, printedFile: this.#printedFile }
  }

  #environment(): Record<string, string> {
    return {
      ...hostEnvironment(),
      XDG_CONFIG_HOME: join(this.dataDir, 'config'),
      PATH: pathWithTray(),
      LOGIND_SAYS: logindFile(this.dataDir),
      CLAIMS_DESK_SEAMS: JSON.stringify(this.#seams()),
      ...this.options.env,
    }
  }
}
