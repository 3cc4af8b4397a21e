import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readIfThere } from '../debian-packages.ts'

/** What this system allows Chromium's sandbox on Linux. */
export interface SandboxState {
  /** The setting that forbids user namespaces; null: none is known. */
  readonly restrictedBy: string | null
  /** A command that allows them to this program for good; null: none is known. */
  readonly remedy: string | null
}

/** What Chromium says where it cannot make its sandbox. */
export const sandboxRefused =
  /SUID sandbox helper|No usable sandbox|zygote_host_impl_linux|Running as root without/
const profile = 'claims-desk-from-source'

/** Each setting with the value at which it restricts, and what lifts it: Ubuntu's, Debian's of old, every kernel's. */
const settings = [
  ['kernel.apparmor_restrict_unprivileged_userns', '1', appArmorCommand],
  ['kernel.unprivileged_userns_clone', '0', sysctlCommand('kernel.unprivileged_userns_clone=1')],
  ['user.max_user_namespaces', '0', sysctlCommand('user.max_user_namespaces=15000')],
] as const

/** Looks at the kernel's settings. @param program Electron's, which need not be there yet */
export function readSandboxState(program: string, settingsFolder = '/proc/sys'): SandboxState {
  const restricting = settings.find(
    ([name, value]) => readIfThere(join(settingsFolder, name.replace('.', '/'))).trim() === value,
  )
  if (restricting === undefined) return { restrictedBy: null, remedy: null }
  const [name, value, remedy] = restricting
  return { restrictedBy: `${name} = ${value}`, remedy: remedy(program) }
}

/** Whether this program was excepted: by a profile of AppArmor that names it, or by Chromium's helper with root's rights. */
export function isExcepted(program: string, profiles = '/etc/apparmor.d'): boolean {
  try {
    const { uid, mode } = statSync(join(dirname(program), 'chrome-sandbox'))
    if (uid === 0 && (mode & 0o4000) !== 0) return true
  } catch {
    // It comes with the download.
  }
  try {
    return readdirSync(profiles).some((name) => readIfThere(join(profiles, name)).includes(program))
  } catch {
    return false
  }
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

/** What is said where Chromium's sandbox cannot be made: the quick way, and the one that lasts. */
export function sandboxWords({ restrictedBy, remedy }: SandboxState): string {
  const why = restrictedBy === null ? '' : `: this system keeps programs from it (${restrictedBy})`
  const lasting =
    remedy === null
      ? 'With it: allow user namespaces to programs, as the system or the container has it.'
      : `With it, for good: ${remedy}`
  return `Electron cannot make the sandbox that protects this computer from what its window shows${why}.\n  Without it, at once: npm start -- --no-sandbox\n  ${lasting}`
}

/** Puts a question at the terminal. @returns the line that was typed */
export type Ask = (question: string) => Promise<string>

/**
 * Asks, before anything is downloaded, what to do where this system forbids the sandbox: set it up for good, which is
 * done at once, open without it, or stop. @returns how to go on
 */
export async function settleSandbox(
  { restrictedBy, remedy }: SandboxState,
  ask: Ask,
  isSelfCheck = false,
): Promise<'with' | 'without' | 'stop'> {
  if (remedy === null) return 'with'
  // What is checked has its sandbox.
  const withoutIt = isSelfCheck ? '' : '\n  o      opens without it, this time'
  const answer = await ask(
    `This system keeps programs from the sandbox that protects this computer from what its window shows (${restrictedBy}).
  Enter  allows it to Claims Desk for good, by sudo: ${remedy}${withoutIt}
  s      stops
`,
  )
  if (/^\s*o/i.test(answer) && !isSelfCheck) return 'without'
  if (answer.trim() !== '') return 'stop'
  if (spawnSync('sh', ['-c', remedy], { stdio: 'inherit' }).status === 0) return 'with'
  console.error('It was not allowed. Without the sandbox, this time: npm start -- --no-sandbox')
  return 'stop'
}
