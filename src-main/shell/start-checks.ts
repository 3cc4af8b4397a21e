import type { App, Event, MessageBoxOptions, PowerMonitor } from 'electron'
import { existsSync, statSync, writeSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { appName, say } from '#main/platform/texts/texts.ts'
import { nameFromSource, type FolderFlaw } from './data-folder.ts'

/**
 * Makes this process keep to itself; to be called before it does anything else. Variables of the account that would
 * weaken its connections are removed, for its children too, and what it writes is readable by the same user alone (on
 * Windows the folder's access list says so).
 *
 * Fuses of the packaged program keep out `NODE_OPTIONS`, `NODE_EXTRA_CA_CERTS` and `ELECTRON_RUN_AS_NODE`, which work
 * before any line of ours.
 */
export function keepToItself(
  own: Pick<NodeJS.Process, 'env' | 'umask'>,
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  // Makes Node accept every certificate.
  delete own.env['NODE_TLS_REJECT_UNAUTHORIZED']
  // Makes Chromium write down the keys of its connections.
  delete own.env['SSLKEYLOGFILE']
  // On Linux, Node reads the system's certificate authorities where these say. The tests' own are named by them.
  if (isPackaged) {
    delete own.env['SSL_CERT_FILE']
    delete own.env['SSL_CERT_DIR']
  }
  own.umask(0o077)
}

/**
 * What Windows calls when a notification is selected. Electron writes it into the account's registry, and a shortcut of
 * the program's own name, which from source is "Electron", into its start menu (windows_toast_activator.cc), where one
 * for all accounts does not count. packaging/installer.nsh removes both.
 */
export const toastActivatorId = '{E0F9F189-D5AA-412C-A0A9-941B1C5693B4}'

/** Gives that id to an installation; Electron would make one up. Call it before a notification is asked for. */
export function nameToastActivator(
  app: Pick<App, 'isPackaged' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'win32' && app.isPackaged) app.setToastActivatorCLSID(toastActivatorId)
}

/** As in electron-builder.json: Windows shows notifications only under the id of the shortcut in the start menu. */
export const appUserModelId = 'app.claimsdesk'

/**
 * Sets the name, and on Windows the id by which it groups windows and shows notifications. Call it first: the data folder
 * and the entry in the keyring are named after the application, and the first window is to be included.
 *
 * A run from source is another application than an installed one: it never opens that one's outbox, which the installed
 * version might not read afterwards, and leaves its shortcut in the start menu alone.
 */
export function introduce(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setName'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (!app.isPackaged) app.setName(nameFromSource)
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appUserModelId : execPath)
}

/**
 * Whether Linux may have a screen: the places where Chromium looks (display_server_utils.cc), the last of which is the
 * socket that Wayland's library takes by itself. Whether somebody listens there is Chromium's to find out.
 */
export function mayHaveScreen({ platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>): boolean {
  if (platform !== 'linux') return true
  const named = ['DISPLAY', 'WAYLAND_DISPLAY', 'WAYLAND_SOCKET'].some((name) => (env[name] ?? '') !== '')
  return named || existsSync(join(env['XDG_RUNTIME_DIR'] ?? '/nowhere', 'wayland-0'))
}

/**
 * Whether Linux has no screen for the application. Electron then ends before it is ready, but runs our code first
 * (electron_browser_main_parts.cc): the reason can be said in words.
 */
export function isWithoutScreen(start: Pick<NodeJS.Process, 'platform' | 'env' | 'argv'>): boolean {
  // Who chooses how Chromium draws knows where. Its own command line always says how: only what was given counts.
  const isChosen = start.argv.some((one) => /^--(?:headless|ozone-platform|display)(?:=|$)/.test(one))
  return !isChosen && !mayHaveScreen(start)
}

/**
 * Takes the lock that keeps an installation from running twice on one queue. The lock belongs to the data folder, so
 * set that first.
 * @param onSecondInstance is told where it is asked to write a report; null where it is asked to show itself
 * @returns false when another instance runs: it has been asked, so quit at once.
 */
export function takeSingleInstance(
  app: Pick<App, 'on' | 'requestSingleInstanceLock'>,
  command: StartCommand | null,
  onSecondInstance: (reportTo: string | null) => void,
): boolean {
  const news: Record<string, string> = command?.type === 'support-report' ? { reportTo: command.file } : {}
  if (!app.requestSingleInstanceLock(news)) return false
  app.on('second-instance', (_event, _argv, _folder, data) => onSecondInstance(reportToIn(data)))
  return true
}

/** What another start of this account asked for. */
function reportToIn(data: unknown): string | null {
  const found = typeof data === 'object' && data !== null && 'reportTo' in data ? data.reportTo : null
  return typeof found === 'string' && isAbsolute(found) ? found : null
}

/** Where the end of the officer's session or of the computer is heard. */
interface SessionEndSources {
  /** Linux and macOS. Windows notifies each window instead (`session-end`). */
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  /** A session manager may send a signal instead of asking. */
  readonly process: Pick<NodeJS.Process, 'on'>
}

/** Calls the listener when the session ends. Call it once the application is ready. */
export function onSessionEnd(sources: SessionEndSources, listener: () => void): void {
  // Electron's monitor starts with its first listener, and on Linux it reports a shutdown only to listeners added after
  // that (lib/browser/api/power-monitor.ts).
  sources.powerMonitor.on('suspend', () => undefined)
  sources.powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    // Asks for time until the process ends: Linux gives 5 s, and none without.
    event?.preventDefault()
    listener()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) sources.process.on(signal, listener)
}

/** `--set-up FILE` with `--passphrase-file FILE` or `--passphrase-stdin`: sets this computer up without a screen. */
export interface SetUpCommand {
  readonly file: string
  /** Null for the standard input. */
  readonly passphraseFile: string | null
}

/*
 * What the process ends with before the application runs; docs/provisioning.md lists them. 1 stays Electron's own, for a
 * start that fails.
 */
export const isRunningCode = 11
export const noScreenCode = 12
export const notWritableCode = 13

/** What a start is to do instead of opening a window. */
export type StartCommand =
  | ({ readonly type: 'set-up' } & SetUpCommand)
  /** `--remove-all-data=NUMBER`, with the number of this computer as a confirmation. */
  | { readonly type: 'remove-all-data'; readonly number: string }
  /** `--support-report FILE`: writes the report for support there. */
  | { readonly type: 'support-report'; readonly file: string }

/** The command that a start was given; null for an ordinary start. */
export function commandOf(argv: readonly string[]): StartCommand | null {
  const number = valueOf(argv, '--remove-all-data')
  if (number !== null) return { type: 'remove-all-data', number }
  const report = valueOf(argv, '--support-report')
  if (report !== null) return { type: 'support-report', file: resolve(report) }
  const file = valueOf(argv, '--set-up')
  if (file === null) return null
  return { type: 'set-up', file, passphraseFile: valueOf(argv, '--passphrase-file') }
}

/** When a file was written last, by the clock of its disk; null where there is none. */
export function writtenAtMs(file: string): number | null {
  try {
    return statSync(file).mtimeMs
  } catch {
    return null
  }
}

/** `--name=VALUE` or `--name VALUE`; null without it. */
function valueOf(argv: readonly string[], name: string): string | null {
  const at = argv.findIndex((one) => one === name || one.startsWith(`${name}=`))
  if (at < 0) return null
  return argv[at] === name ? (argv[at + 1] ?? '') : (argv[at]?.slice(name.length + 1) ?? '')
}

const standardOutput = 1

/** Prints a text to the terminal the application was started from, if any, before the process ends. */
export function printToTerminal(text: string): void {
  try {
    // Not process.stdout: outside Linux its last output can be lost when the process ends.
    writeSync(standardOutput, `${text}\n`)
  } catch {
    // On Windows an application started by a click has no output, and a pipe may have no reader.
  }
}

/** The message shown before quitting when the data folder is not writable. */
export function notWritableMessage(folder: string): MessageBoxOptions {
  return closing(say('not-writable.message'), say('not-writable.detail', { folder }))
}

/** The message shown before quitting when a folder cannot be the data folder. */
export function unusableFolderMessage(folder: string, flaw: FolderFlaw): MessageBoxOptions {
  if (flaw === 'not-writable') return notWritableMessage(folder)
  return closing(say('data-folder.message'), `${say(`data-folder.${flaw}`)}\n\n${folder}`)
}

/** The message shown before quitting when the application could not start for an unexpected reason. */
export function startFailedMessage(): MessageBoxOptions {
  return closing(say('start-failed.message'), say('start-failed.detail'))
}

function closing(message: string, detail: string): MessageBoxOptions {
  return {
    type: 'error',
    title: appName,
    message,
    detail,
    buttons: [say('not-writable.close')],
    noLink: true,
  }
}
