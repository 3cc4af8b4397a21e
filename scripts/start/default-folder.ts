import { join } from 'node:path'
import { nameFromSource, usualDataFolder } from '#main/shell/data-folder.ts'

/** Where a run from source keeps its data when no folder is named, as the application itself finds it by Electron. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  // An empty variable counts as unset.
  const named = (name: string, usual: string): string => env[name] || join(home, usual)
  const appData = {
    win32: () => named('APPDATA', 'AppData/Roaming'),
    darwin: () => join(home, 'Library/Application Support'),
    linux: () => named('XDG_CONFIG_HOME', '.config'),
  }
  const system = platform === 'win32' || platform === 'darwin' ? platform : 'linux'
  return usualDataFolder(nameFromSource, appData[system], env, platform)
}
