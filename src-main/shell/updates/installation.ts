import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Of this process. */
export type InstallationSources = Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>

/**
 * Whether this application is replaced by the installer that put it there: one account's own on Windows. The system or
 * its administrator updates a package (deb), Windows for all accounts, a copy without an installer, and macOS. A run
 * from source tries updates when it is given keys.
 */
export function replacesItself(
  { platform, execPath, env }: InstallationSources,
  { isPackaged }: { readonly isPackaged: boolean },
): boolean {
  return isPackaged
    ? platform === 'win32' && isOwn(execPath, env['LOCALAPPDATA']) && hasUninstaller(execPath)
    : env['CLAIMS_DESK_UPDATE_KEYS'] !== undefined
}

/** Under Program Files an update needs an administrator's password, which no one at the desk has. */
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

/**
 * The public keys that releases for this build are signed with (Ed25519, 32 bytes as base64); one signature is enough.
 * `MAIN_VITE_UPDATE_KEYS` at build time, separated by spaces; none in the source, because the keys belong to the
 * organisation that builds and signs the releases (docs/updates.md).
 */
const built: unknown = import.meta.env['MAIN_VITE_UPDATE_KEYS']

const key = /^[A-Za-z0-9+/]{43}=$/

/** @param isPackaged only an application run from source takes keys from environment variables, for trials. */
export function updateKeys(
  isPackaged: boolean,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const listed = isPackaged ? built : (env['CLAIMS_DESK_UPDATE_KEYS'] ?? built)
  return typeof listed === 'string' ? listed.split(/\s+/).filter((word) => key.test(word)) : []
}
