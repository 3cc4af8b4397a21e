import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { spawn } from 'node:child_process'
import type { App, CommandLine, LoginItemSettings, RelaunchOptions, Settings } from 'electron'
import * as v from 'valibot'
import { InstanceLock } from './lock.ts'
import { HostMenu } from './menu.ts'
import { openWindows } from './open-windows.ts'
import { chromiumSwitches, givenSwitches, hostOptions } from './options.ts'
import { preventable } from './real.ts'

type PathName = Parameters<App['getPath']>[0]

const PackageSchema = v.object({
  name: v.string(),
  productName: v.optional(v.string()),
  version: v.string(),
})
const about = v.parse(
  PackageSchema,
  JSON.parse(readFileSync(join(hostOptions.appPath, 'package.json'), 'utf8')),
)

/** A path that Electron makes when it is asked for (electron_paths.cc), and fails without (electron_api_app.cc). */
function made(name: PathName, folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    throw new Error(`Failed to get '${name}' path`)
  }
  return folder
}

/** The part of `app` that the application uses. */
class HostApp
  extends EventEmitter
  implements
    Pick<
      App,
      | 'name'
      | 'isPackaged'
      | 'whenReady'
      | 'isReady'
      | 'getName'
      | 'setName'
      | 'getVersion'
      | 'getAppPath'
      | 'getPath'
      | 'setPath'
      | 'requestSingleInstanceLock'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'enableSandbox'
      | 'setAppUserModelId'
      | 'setBadgeCount'
      | 'getBadgeCount'
      | 'setLoginItemSettings'
      | 'getLoginItemSettings'
    >
{
  /** Debian's Chromium brings one language, so the switch for it changes nothing here; every other is passed on. */
  readonly commandLine: Pick<CommandLine, 'appendSwitch' | 'removeSwitch' | 'hasSwitch'> = {
    appendSwitch: (name, value) => {
      this.#switches.add(name)
      if (name !== 'lang') chromiumSwitches.set(name, value ?? null)
    },
    removeSwitch: (name) => {
      this.#switches.delete(name)
      chromiumSwitches.delete(name)
    },
    hasSwitch: (name) => this.#switches.has(name),
  }
  name = about.productName ?? about.name
  readonly isPackaged = false
  /** Runs before the process ends: Chromium goes with us. */
  beforeExit: () => Promise<void> = async () => Promise.resolve()
  /** Chromium says by `ozone-platform` how it draws, before the application's code runs (display_server_utils.cc). */
  readonly #switches = new Set([...givenSwitches, 'ozone-platform'])
  readonly #paths = new Map<string, string>()
  readonly #ready = Promise.withResolvers<undefined>()
  #isReady = false
  #lock: InstanceLock | null = null
  #notifying: Promise<void> = Promise.resolve()
  #badge = 0
  #relaunch: readonly string[] | null = null
  #quitting = false
  #exiting = false

  /** Where this installation's Chromium keeps its data. */
  get profileFolder(): string {
    return join(this.getPath('sessionData'), 'stand-in-profile')
  }

  /** The main bundle has run to its end. */
  becomeReady(): void {
    if (this.#exiting) return
    // Chromium's toolkit comes up only after the application's code (electron_browser_main_parts.cc).
    if (hostOptions.isWithoutScreen) {
      console.error('Missing X server or $DISPLAY\nThe platform failed to initialize.  Exiting.')
      process.exit(1)
    }
    HostMenu.setDefault()
    this.#isReady = true
    this.#ready.resolve(undefined)
    this.emit('ready', {}, {})
  }

  async whenReady(): Promise<void> {
    await this.#ready.promise
  }
  isReady(): boolean {
    return this.#isReady
  }
  getName(): string {
    return this.name
  }
  setName(name: string): void {
    this.name = name
  }
  getVersion(): string {
    return about.version
  }
  getAppPath(): string {
    return hostOptions.appPath
  }

  getPath(name: PathName): string {
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    const set = this.#paths.get(name)
    if (set !== undefined) return set
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return config
      case 'temp':
        return tmpdir()
      case 'exe':
        return process.execPath
      case 'userData':
        return made(name, join(config, this.name))
      case 'sessionData':
        return this.getPath('userData')
      case 'logs':
        return made(name, join(this.getPath('userData'), 'logs'))
      case 'crashDumps':
        return made(name, join(this.getPath('userData'), 'Crashpad'))
      default:
        throw new Error(`The stand-in has no path "${name}".`)
    }
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.#paths.set(name, path)
  }

  requestSingleInstanceLock(additionalData?: object): boolean {
    this.#lock ??= new InstanceLock(this.getPath('userData'))
    const taken = this.#lock.take(({ argv, workingDirectory, data }) => {
      // As in Electron, never before the application is ready.
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, workingDirectory, data))
    })
    if (!taken) {
      const news = { argv: process.argv, workingDirectory: process.cwd(), data: additionalData ?? null }
      this.#notifying = this.#lock.notifyFirst(news)
    }
    return taken
  }

  // Electron takes the switch away without which a process of root's does not run (electron_api_app.cc). Chromium's own
  // processes are not the stand-in's: their end is not visible here, only that the switch is gone.
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.#switches.delete('no-sandbox')
    this.#switches.add('enable-sandbox')
  }
  /** Names of the switches that are in force, for the control channel. */
  get switches(): string[] {
    return [...this.#switches]
  }
  // Windows and macOS alone are asked for these.
  setAppUserModelId(): void {
    return undefined
  }
  setLoginItemSettings(_settings: Settings): void {
    return undefined
  }
  getLoginItemSettings(): LoginItemSettings {
    const never = { openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false }
    return { ...never, status: 'not-registered', launchItems: [] }
  }

  setBadgeCount(count = 0): boolean {
    this.#badge = count
    return true
  }
  getBadgeCount(): number {
    return this.#badge
  }

  quit(): void {
    if (this.#quitting || this.#exiting) return
    const event = preventable({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#quitting = true
    if (openWindows.size === 0) this.#willQuit()
    for (const window of openWindows) window.close()
  }

  /** The last window is gone: quits, or notifies the application, as Electron does. */
  allWindowsClosed(): void {
    if (this.#exiting) return
    if (this.#quitting) this.#willQuit()
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  relaunch(options: RelaunchOptions = {}): void {
    this.#relaunch = options.args ?? process.argv.slice(1)
  }

  exit(code = 0): void {
    if (this.#exiting) return
    this.#exiting = true
    void this.#end(code)
  }

  #willQuit(): void {
    const event = preventable({})
    this.emit('will-quit', event)
    this.#quitting = false
    if (!event.defaultPrevented) this.exit(0)
  }

  // As in run.ts: the application's folder comes first. The new process has no parent to send it commands.
  #restart([, ...args]: readonly string[]): void {
    const host = [join(import.meta.dirname, 'run.ts'), hostOptions.appMain]
    const own = args.filter((argument) => argument !== '--host-control')
    spawn(process.execPath, [...process.execArgv, ...host, ...own], {
      detached: true,
      stdio: 'ignore',
    }).unref()
  }

  async #end(code: number): Promise<void> {
    this.emit('quit', {}, code)
    await Promise.allSettled([this.#notifying, this.beforeExit()])
    this.#lock?.release()
    if (this.#relaunch !== null) this.#restart(this.#relaunch)
    process.exit(code)
  }
}

export const app = new HostApp()
