import { appendFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { testedElectron } from '../../scripts/test-host.ts'

/**
 * What the host inherits of this process. Electron nothing that is meant for the tests' own Node: another Node's cache
 * of compiled files, and what would make a Node of it.
 */
export function hostEnvironment(
  env: NodeJS.ProcessEnv = process.env,
  isElectron = testedElectron() !== null,
): Record<string, string> {
  const { NODE_COMPILE_CACHE: _, ELECTRON_RUN_AS_NODE: __, ...own } = env
  return Object.fromEntries(
    Object.entries(isElectron ? own : env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** The programs' folders, with a desktop in front that shows tray icons: few machines that run tests have one. */
export function pathWithTray(): string {
  return [join(import.meta.dirname, 'programs'), process.env['PATH']].join(delimiter)
}

/** What logind says, as far as `gdbus` of that desktop reads it: nothing yet. */
export function logindFile(dataDir: string): string {
  const file = `${dataDir}-logind`
  appendFileSync(file, '')
  return file
}

/** Somebody locks the screen of a Linux computer: its desktop tells logind, and Electron hears nothing. */
export function lockByLogind(dataDir: string): void {
  const changed = `('org.freedesktop.login1.Session', {'LockedHint': <true>}, @as [])`
  const path = '/org/freedesktop/login1/session/_32'
  appendFileSync(
    logindFile(dataDir),
    `${path}: org.freedesktop.DBus.Properties.PropertiesChanged ${changed}\n`,
  )
}

/** What a host is started with, so that root's processes run: in no sandbox, which Chromium has for no process of root's. */
export function sandboxSwitches(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
