import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What this system allows Chromium's sandbox on Linux. */
export interface SandboxState {
  /** The setting that forbids user namespaces; null: none is known. */
  readonly restrictedBy: string | null
  /** The helper that does without them, beside Electron's program. */
  readonly helper: string
  /** Whether the helper belongs to root and runs as root. */
  readonly isHelperSetUp: boolean
}

/** Each setting with the value at which it restricts: Ubuntu's, Debian's of old, and every kernel's. */
const settings = [
  ['kernel.apparmor_restrict_unprivileged_userns', 'kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel.unprivileged_userns_clone', 'kernel/unprivileged_userns_clone', '0'],
  ['user.max_user_namespaces', 'user/max_user_namespaces', '0'],
] as const

/** Looks at the kernel's settings and at the helper beside Electron's program. */
export function readSandboxState(program: string, settingsFolder = '/proc/sys'): SandboxState {
  const restricting = settings.find(([, path, value]) => readSetting(join(settingsFolder, path)) === value)
  const helper = join(dirname(program), 'chrome-sandbox')
  return {
    restrictedBy: restricting === undefined ? null : `${restricting[0]} = ${restricting[2]}`,
    helper,
    isHelperSetUp: isSetUp(helper),
  }
}

function readSetting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

function isSetUp(helper: string): boolean {
  try {
    const { uid, mode } = statSync(helper)
    return uid === 0 && (mode & 0o7777) === 0o4755
  } catch {
    return false
  }
}
