import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { dataFolderAskedFor, nameFromSource, usualDataFolder } from '#main/shell/data-folder.ts'
import { backgroundFlag } from '#main/shell/login-item.ts'
import { err, ok, type Result } from '#shared/result.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What `npm start` was asked for. */
export interface StartArguments {
  readonly host: 'any' | 'chromium' | 'electron'
  /** A Chromium of one's own for the stand-in. */
  readonly chromium: string | null
  readonly isHeadless: boolean
  /** It starts in the tray: no window is to be expected. */
  readonly isBackground: boolean
  /** Whether what was built last is opened as it is, even where sources have changed since. */
  readonly isBuilt: boolean
  /** Nothing is opened for a person: the application is checked, and the result is a file. */
  readonly isSelfCheck: boolean
  readonly resultFile: string
  readonly windowWaitMs: number
  readonly port: string | null
  /** Null: the usual one. */
  readonly dataFolder: string | null
  /** Everything that is not for the script alone. */
  readonly forApplication: readonly string[]
}

const hosts = ['any', 'chromium', 'electron'] as const
const ownSwitches = /^--(?:host|wait-for-window|no-build|data-dir|self-check|result)(?:=|$)/

/** Reads the arguments of `npm start`. Errors: what is wrong with them, in words. */
export function readArguments(
  given: readonly string[],
  env: Environment = {},
): Result<StartArguments, string> {
  const valueOf = (name: string): string | null =>
    given.findLast((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null
  const host = hosts.find((name) => name === (valueOf('host') ?? 'any'))
  if (host === undefined) return err('--host is either "chromium" or "electron".')
  const windowWaitMs = Number(valueOf('wait-for-window') ?? 20) * 1_000
  if (!(windowWaitMs > 0)) return err('--wait-for-window is a number of seconds.')
  const folder = dataFolderAskedFor(given, env)
  return ok({
    host,
    chromium: valueOf('host-chromium'),
    isHeadless: given.includes('--headless'),
    isBackground: given.includes(backgroundFlag),
    isBuilt: given.includes('--no-build'),
    isSelfCheck: given.includes('--self-check'),
    resultFile: valueOf('result') ?? 'claims-desk-self-check.txt',
    windowWaitMs,
    port: valueOf('remote-debugging-port'),
    // A path may be short here; the application takes whole ones alone.
    dataFolder: folder === null ? null : resolve(folder),
    forApplication: given.filter((argument) => !ownSwitches.test(argument)),
  })
}

/** The same, with arguments for the application besides. */
export function withMore(asked: StartArguments, ...more: readonly string[]): StartArguments {
  return { ...asked, forApplication: [...asked.forApplication, ...more] }
}

/** Where a run from source keeps its data when no folder is named, as the application itself finds it by Electron. */
export function dataFolderFromSource(
  platform: NodeJS.Platform = process.platform,
  env: Environment = process.env,
  home = homedir(),
): string {
  // An empty variable counts as unset.
  const named = (name: string, usual: string): string => {
    const folder = env[name] ?? ''
    return folder === '' ? join(home, usual) : folder
  }
  const appData = (): string => {
    if (platform === 'win32') return named('APPDATA', 'AppData/Roaming')
    return platform === 'darwin'
      ? join(home, 'Library/Application Support')
      : named('XDG_CONFIG_HOME', '.config')
  }
  return usualDataFolder(nameFromSource, appData, env, platform)
}
