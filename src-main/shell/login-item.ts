import { join } from 'node:path'
import type { App } from 'electron'
import { ok, type Result } from '#shared/result.ts'
import { readText, removeFile, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import { appName } from '#main/platform/texts/texts.ts'
import type { Log } from '#main/platform/log.ts'
import { dataFolderAskedFor } from './data-folder.ts'

/** What the desktop starts at login. */
export interface LoginProgram {
  /** Absolute. */
  readonly executable: string
  readonly args: readonly string[]
}

/** What to start at login so that the same application opens on the same data as now. */
export function loginProgram(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  { execPath, argv, env, versions }: Pick<NodeJS.Process, 'execPath' | 'argv' | 'env' | 'versions'>,
): LoginProgram {
  const folder = dataFolderAskedFor(argv, env)
  const data = folder === null ? [] : [`--data-dir=${folder}`]
  if (app.isPackaged) return { executable: execPath, args: data }
  // Unpackaged, the program is Electron (or Node, for the stand-in) and needs the path of the application.
  const path = app.getAppPath()
  return {
    executable: execPath,
    args: ['electron' in versions ? path : join(path, 'scripts', 'start.ts'), ...data],
  }
}

/** Started with the session: stays in the tray and opens no window. */
export const backgroundFlag = '--background'

export interface LoginItemOptions {
  readonly app: Pick<App, 'isPackaged' | 'setLoginItemSettings' | 'getLoginItemSettings'>
  readonly platform: NodeJS.Platform
  readonly program: LoginProgram
  /** The desktop's folder for settings; used on Linux only. */
  readonly configHome: string
}

/**
 * Whether the application can start at login. macOS passes no arguments to login items: from source it would open an
 * empty Electron.
 */
export function canStartAtLogin(platform: NodeJS.Platform, isPackaged: boolean): boolean {
  return platform !== 'darwin' || isPackaged
}

/**
 * Turns starting with the officer's session on or off. What is so already is left alone: an officer may have turned it off
 * in the system's own list, and macOS logs an error.
 */
export async function setStartAtLogin(
  options: LoginItemOptions,
  startAtLogin: boolean,
): Promise<Result<null, FileFailure>> {
  if (options.platform !== 'linux') {
    const { executable, args } = options.program
    // As they are: Electron quotes them for Windows' registry itself (electron#50016); macOS ignores both.
    const item = { path: executable, args: [...args, backgroundFlag] }
    const found = options.app.getLoginItemSettings(item)
    const isThere = found.openAtLogin || found.status === 'requires-approval'
    // On Windows it may be there with other arguments.
    if (startAtLogin ? !isThere : isThere || found.executableWillLaunchAtLogin)
      options.app.setLoginItemSettings({ openAtLogin: startAtLogin, ...item })
    return ok(null)
  }
  const file = entryFile(options)
  if (!startAtLogin) return await removeFile(file, { asides: false })
  const kept = await readText(file)
  const isThere = kept.ok && kept.value?.includes(startLines(options.program)[0]) === true
  return isThere ? ok(null) : await writeDurably(file, desktopEntry(options.program))
}

/** A run from source has its own, and leaves an installed application's alone. */
const entryFile = ({ app, configHome }: LoginItemOptions): string =>
  join(configHome, 'autostart', `claims-desk${app.isPackaged ? '' : '-from-source'}.desktop`)

/** An autostart entry according to the freedesktop.org specification. */
function desktopEntry(program: LoginProgram): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${appName}`,
    ...startLines(program),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** `TryExec` keeps the desktop from starting a program that is gone: an uninstaller does not know every home folder. */
function startLines({ executable, args }: LoginProgram): readonly [string, string] {
  const command = [executable, ...args, backgroundFlag].map(quoted).join(' ')
  return [`Exec=${command}`, `TryExec=${executable.replaceAll('\\', '\\\\')}`]
}

/**
 * An argument as the `Exec` key expects it: quoted, with quote, backtick, dollar and backslash escaped, each backslash
 * doubled again because the value itself is an escaped string, and `%` doubled.
 */
function quoted(argument: string): string {
  const escaped = argument.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${escaped.replaceAll('%', '%%')}"`
}

/** Starts this program when the officer logs in; where the system refuses, the log says so. */
export function createStartAtLogin(app: App, log: Log) {
  const { platform } = process
  const isPossible = canStartAtLogin(platform, app.isPackaged)
  return {
    isPossible,
    async set(isWanted: boolean): Promise<void> {
      if (!isPossible) return
      const configHome = app.getPath('appData')
      const item = { app, platform, program: loginProgram(app, process), configHome }
      const result = await setStartAtLogin(item, isWanted)
      if (!result.ok) log.event('login-item-not-set', { code: result.error.type })
    },
  }
}
