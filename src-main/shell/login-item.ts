import { join } from 'node:path'
import type { App } from 'electron'
import { ok, type Result } from '#shared/result.ts'
import { readText, removeFile, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import type { LoginProgram } from './login-program.ts'
import { appName } from '../texts/texts.ts'

/** Started with the session: stays in the tray and opens no window. */
export const backgroundFlag = '--background'

export interface LoginItemOptions {
  readonly app: Pick<App, 'setLoginItemSettings'>
  readonly platform: NodeJS.Platform
  readonly program: LoginProgram
  /** `$XDG_CONFIG_HOME`, or `~/.config`; used on Linux only. */
  readonly configHome: string
}

/**
 * Whether the application can start at login. macOS passes no arguments to login items: from source it would open an
 * empty Electron.
 */
export function canStartAtLogin(platform: NodeJS.Platform, isPackaged: boolean): boolean {
  return platform !== 'darwin' || isPackaged
}

/** Turns starting with the officer's session on or off. */
export async function setStartAtLogin(
  options: LoginItemOptions,
  startAtLogin: boolean,
): Promise<Result<null, FileFailure>> {
  if (options.platform !== 'linux') {
    const { executable, args } = options.program
    // As they are: Electron quotes them for Windows' registry itself (electron#50016); macOS ignores both.
    options.app.setLoginItemSettings({
      openAtLogin: startAtLogin,
      path: executable,
      args: [...args, backgroundFlag],
    })
    return ok(null)
  }
  const file = entryFile(options)
  return startAtLogin
    ? await writeDurably(file, desktopEntry(options.program))
    : await removeFile(file, { asides: false })
}

/**
 * Points the entry on Linux to the program that runs now: an AppImage may have been moved, or replaced by an update
 * under another name. An entry that the desktop removed or disabled stays so; other systems need nothing.
 */
export async function renewLoginItem(options: LoginItemOptions): Promise<Result<null, FileFailure>> {
  if (options.platform !== 'linux') return ok(null)
  const file = entryFile(options)
  const entry = await readText(file)
  if (!entry.ok) return entry
  if (entry.value === null) return ok(null)
  const renewed = startLines(options.program).reduce((text, line) => {
    const name = line.slice(0, line.indexOf('='))
    return text.replace(new RegExp(`^${name}=.*$`, 'm'), () => line)
  }, entry.value)
  return renewed === entry.value ? ok(null) : await writeDurably(file, renewed)
}

const entryFile = ({ configHome }: LoginItemOptions): string =>
  join(configHome, 'autostart', 'claims-desk.desktop')

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
