import { backgroundFlag } from '#main/shell/login-item.ts'
import { err, ok, type Result } from '#shared/result.ts'

export type AskedHost = 'any' | 'chromium' | 'electron'

/** What `npm start` was asked for. */
export interface StartArguments {
  readonly host: AskedHost
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
  /** Everything that is not for the script alone. */
  readonly forApplication: readonly string[]
  /** The same for a start that shows its window. */
  readonly inTheForeground: readonly string[]
}

const defaultWindowWaitMs = 20_000
const defaultResultFile = 'claims-desk-self-check.txt'
const hosts: readonly AskedHost[] = ['any', 'chromium', 'electron']
const ownSwitches = ['host', 'wait-for-window', 'no-build', 'data-dir', 'self-check', 'result'] as const

function valueOf(given: readonly string[], name: string): string | null {
  return given.findLast((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null
}

function isOwn(argument: string): boolean {
  return ownSwitches.some((name) => argument === `--${name}` || argument.startsWith(`--${name}=`))
}

/** Reads the arguments of `npm start`. Errors: what is wrong with them, in words. */
export function readArguments(given: readonly string[]): Result<StartArguments, string> {
  const hostName = valueOf(given, 'host') ?? 'any'
  const host = hosts.find((name) => name === hostName)
  if (host === undefined) return err('--host is either "chromium" or "electron".')
  const seconds = valueOf(given, 'wait-for-window')
  const windowWaitMs = seconds === null ? defaultWindowWaitMs : Number(seconds) * 1_000
  if (!(windowWaitMs > 0)) return err('--wait-for-window is a number of seconds.')
  const forApplication = given.filter((argument) => !isOwn(argument))
  return ok({
    host,
    chromium: valueOf(given, 'host-chromium'),
    isHeadless: given.includes('--headless'),
    isBackground: given.includes(backgroundFlag),
    isBuilt: given.includes('--no-build'),
    isSelfCheck: given.includes('--self-check'),
    resultFile: valueOf(given, 'result') ?? defaultResultFile,
    windowWaitMs,
    port: valueOf(given, 'remote-debugging-port'),
    forApplication,
    inTheForeground: forApplication.filter((argument) => argument !== backgroundFlag),
  })
}

/** The same, with a data folder named to the application. */
export function withDataFolder(asked: StartArguments, folder: string): StartArguments {
  const named = `--data-dir=${folder}`
  return {
    ...asked,
    forApplication: [...asked.forApplication, named],
    inTheForeground: [...asked.inTheForeground, named],
  }
}
