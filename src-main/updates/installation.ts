import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An installation that replaces itself: one account's own on Windows, by the installer that put it there. */
export interface Installation {
  /** The file electron-builder writes into the package: it names the publisher of the installers. */
  readonly configFile: string
}

export interface InstallationSources {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly execPath: string
  readonly resourcesPath: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * How this application was installed; null if the system or its administrator updates it: a package (deb), an AppImage,
 * Windows for all accounts, a copy without an installer, macOS. A run from source tries updates when it is given keys.
 */
export function installationOf(sources: InstallationSources): Installation | null {
  const { platform, isPackaged, execPath, resourcesPath, env } = sources
  const replacesItself = isPackaged
    ? platform === 'win32' && isOwn(execPath, env['LOCALAPPDATA']) && hasUninstaller(execPath)
    : env['CLAIMS_DESK_UPDATE_KEYS'] !== undefined
  return replacesItself ? { configFile: join(resourcesPath ?? dirname(execPath), 'app-update.yml') } : null
}

/** Under Program Files an update needs an administrator's password, which nobody at the desk has. */
function isOwn(execPath: string, ownPrograms: string | undefined): boolean {
  return ownPrograms !== undefined && execPath.toLowerCase().startsWith(ownPrograms.toLowerCase())
}

function hasUninstaller(execPath: string): boolean {
  try {
    return readdirSync(dirname(execPath)).some((name) => /^Uninstall .+\.exe$/i.test(name))
  } catch {
    return false
  }
}
