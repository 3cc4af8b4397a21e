import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What this system allows Chromium's sandbox on Linux. */
export interface SandboxState {
  /** The setting that forbids user namespaces; null: none is known. */
  readonly restrictedBy: string | null
  /** A command that allows them to this program for good; null: none is known. */
  readonly remedy: string | null
}

const profile = 'claims-desk-from-source'

/** Each setting with the value at which it restricts, and what lifts it: Ubuntu's, Debian's of old, every kernel's. */
const settings = [
  ['kernel.apparmor_restrict_unprivileged_userns', '1', appArmorCommand],
  ['kernel.unprivileged_userns_clone', '0', sysctlCommand('kernel.unprivileged_userns_clone=1')],
  ['user.max_user_namespaces', '0', sysctlCommand('user.max_user_namespaces=15000')],
] as const

/** Looks at the kernel's settings. */
export function readSandboxState(program: string, settingsFolder = '/proc/sys'): SandboxState {
  const restricting = settings.find(
    ([name, value]) => readSetting(join(settingsFolder, name.replace('.', '/'))) === value,
  )
  if (restricting === undefined) return { restrictedBy: null, remedy: null }
  const [name, value, remedy] = restricting
  return { restrictedBy: `${name} = ${value}`, remedy: remedy(program) }
}

/** A profile for the program by its path: `npm ci`, which puts its file there anew, does not undo it. */
function appArmorCommand(program: string): string {
  const rule = `abi <abi/4.0>, profile ${profile} "${program}" flags=(unconfined) { userns, }`
  const file = `/etc/apparmor.d/${profile}`
  const quoted = `'${rule.replaceAll("'", String.raw`'\''`)}'`
  return `echo ${quoted} | sudo tee ${file} && sudo apparmor_parser -r ${file}`
}

function sysctlCommand(setting: string): () => string {
  return () =>
    `echo ${setting} | sudo tee /etc/sysctl.d/60-claims-desk.conf && sudo sysctl -p /etc/sysctl.d/60-claims-desk.conf`
}

function readSetting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
