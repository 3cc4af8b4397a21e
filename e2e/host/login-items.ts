import type { LoginItemSettings, LoginItemSettingsOptions, Settings } from 'electron'

/**
 * An argument as Electron writes it into a command line of Windows: `AddQuoteForArg` of
 * shell/common/command_line_util_win.cc, which follows the rules of CommandLineToArgvW.
 */
function quotedForWindows(argument: string): string {
  if (!/[ \\"]/.test(argument)) return argument
  // Backslashes escape only before a quote, and one ends the argument.
  const escaped = argument.replace(/(\\*)($|")/g, (_all, run: string, end: string) =>
    end === '"' ? String.raw`${run}${run}\"` : `${run}${run}`,
  )
  return `"${escaped}"`
}

/** The line that Electron writes into Windows' registry: `FormatCommandLineString` of shell/browser/browser_win.cc. */
function loginCommandLine(path: string, args: readonly string[]): string {
  const bare = path.length >= 2 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path
  return [bare, ...args].map(quotedForWindows).join(' ')
}

/** The system's list of what starts at login, as Electron changes it (browser_win.cc, platform_util_mac.mm). */
export class HostLoginItems {
  /** Ours: what is started, and whether the officer turned it off in the system's own list. */
  entry: { readonly line: string; isTurnedOff: boolean } | null = null
  /** How often it was changed to what it was: macOS logs an error each time. */
  idleChanges = 0
  readonly #platform: 'win32' | 'darwin'

  constructor(platform: 'win32' | 'darwin') {
    this.#platform = platform
  }

  set({ openAtLogin = false, path = process.execPath, args = [] }: Settings): void {
    const line = openAtLogin ? this.#lineOf(path, args) : undefined
    if (line === this.entry?.line) this.idleChanges += 1
    // Windows forgets that it was turned off; macOS refuses what the officer turned off.
    if (this.#platform === 'darwin' && openAtLogin && this.entry !== null) return
    this.entry = line === undefined ? null : { line, isTurnedOff: false }
  }

  get({ path = process.execPath, args = [] }: LoginItemSettingsOptions = {}): LoginItemSettings {
    const { line, isTurnedOff } = this.entry ?? { line: undefined, isTurnedOff: false }
    const isMac = this.#platform === 'darwin'
    const willStart = line !== undefined && !isTurnedOff
    return {
      openAtLogin: isMac ? willStart : line === this.#lineOf(path, args),
      status: line === undefined ? 'not-registered' : isTurnedOff ? 'requires-approval' : 'enabled',
      executableWillLaunchAtLogin: !isMac && willStart,
      wasOpenedAtLogin: false,
      launchItems: [],
    }
  }

  /** macOS starts the application itself, without arguments. */
  #lineOf(path: string, args: readonly string[]): string {
    return this.#platform === 'darwin' ? path : loginCommandLine(path, args)
  }
}
