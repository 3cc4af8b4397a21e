import { join } from 'node:path'
import type { App } from 'electron'
import { ok, type Result } from '#shared/result.ts'
import { removeFile, writeDurably, type FileFailure } from '#main/vault/durable-file.ts'
import { appName } from './texts.ts'

/** Started with the session: stay in the tray, open no window. */
export const backgroundFlag = '--background'

export interface LoginItemOptions {
  readonly app: Pick<App, 'setLoginItemSettings'>
  readonly platform: NodeJS.Platform
  /** The program to start, and what to pass to it besides the background flag. */
  readonly executable: string
  readonly args: readonly string[]
  /** `$XDG_CONFIG_HOME`, or `~/.config`; Linux alone uses it. */
  readonly configHome: string
}

/** Makes the application start with the officer's session, or not. */
export async function setStartAtLogin(
  options: LoginItemOptions,
  startAtLogin: boolean,
): Promise<Result<null, FileFailure>> {
  const args = [...options.args, backgroundFlag]
  if (options.platform !== 'linux') {
    options.app.setLoginItemSettings({ openAtLogin: startAtLogin, path: options.executable, args })
    return ok(null)
  }
  const file = join(options.configHome, 'autostart', 'claims-desk.desktop')
  return startAtLogin
    ? await writeDurably(file, desktopEntry([options.executable, ...args]))
    : await removeFile(file, { asides: false })
}

/** An autostart entry by the freedesktop.org specification. */
function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${appName}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/**
 * An argument as the `Exec` key takes it: quoted, with quote, backtick, dollar and backslash escaped, each backslash
 * doubled again because the value itself is an escaped string, and `%` doubled.
 */
function quoted(argument: string): string {
  const escaped = argument.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${escaped.replaceAll('%', '%%')}"`
}
