import { posix, win32 } from 'node:path'

const appName = 'Claims Desk'

/**
 * Where the application keeps its data when no folder is named: Electron's `userData` (electron_paths.cc), which on
 * Linux is the desktop's folder for settings, but on Windows one that stays on the computer.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  // An empty variable counts as unset.
  const named = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  switch (platform) {
    case 'win32':
      return win32.join(named('LOCALAPPDATA') ?? win32.join(home, 'AppData', 'Local'), appName)
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', appName)
    default:
      return posix.join(named('XDG_CONFIG_HOME') ?? posix.join(home, '.config'), appName)
  }
}
