import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appImageOf } from '../shell/login-program.ts'
import type { InstallKind } from './manifest.ts'

/** An installation that can replace itself. */
export interface Installation {
  readonly kind: InstallKind
  /** The file electron-builder writes into the package: it names the publisher of Windows installers. */
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
 * How this application was installed; null if it does not update itself: a system package (deb), a copy without an
 * installer, macOS, or a run from source.
 */
export function installationOf(sources: InstallationSources): Installation | null {
  const { platform, isPackaged, execPath, env } = sources
  const configFile = join(sources.resourcesPath ?? dirname(execPath), 'app-update.yml')
  if (platform === 'win32') {
    const isInstalled =
      isPackaged && env['PORTABLE_EXECUTABLE_FILE'] === undefined && hasUninstaller(execPath)
    return isInstalled ? { kind: 'nsis', configFile } : null
  }
  if (platform !== 'linux' || env['APPIMAGE'] === undefined) return null
  const canUpdate = isPackaged ? appImageOf(sources) !== null : env['CLAIMS_DESK_UPDATE_KEYS'] !== undefined
  return canUpdate ? { kind: 'appimage', configFile } : null
}

function hasUninstaller(execPath: string): boolean {
  try {
    return readdirSync(dirname(execPath)).some((name) => /^Uninstall .+\.exe$/i.test(name))
  } catch {
    return false
  }
}
