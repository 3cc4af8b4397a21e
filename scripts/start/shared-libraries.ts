import { spawnSync } from 'node:child_process'
import {
  installCommand,
  installPackages,
  isDebianLike,
  readIfThere,
  type System,
} from '../debian-packages.ts'
import { libraryWords } from './explain-ending.ts'

const timeoutMs = 10_000
/** Opened while it runs, so that ldd does not know of it: without one of the two Electron ends (CHECK(linux_ui)). */
const gtk = /\blibgtk-(?:3\.so\.0|4\.so\.1)\b/

/**
 * Debian's packages that bring, with what they depend on, every library that Electron takes from the system. Since the
 * change of `time_t` (Debian 13, Ubuntu 24.04) two of them have another name.
 */
export function electronPackages(dpkgStatus = readIfThere('/var/lib/dpkg/status')): readonly string[] {
  const suffix = /^Package: lib\S+t64$/m.test(dpkgStatus) ? 't64' : ''
  return [`libgtk-3-0${suffix}`, 'libnss3', 'libgbm1', `libasound2${suffix}`]
}

/** The libraries that a program of Linux asks for and this system lacks; none where that cannot be found out. */
function missingLibraries(program: string): readonly string[] {
  const linked = answerOf('ldd', [program])
  // Not a native program but a script, for example: then the start itself will show.
  if (linked === null) return []
  const known = answerOf('ldconfig', ['-p'])
  const missing = [...linked.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = '']) => name)
  return known === null || gtk.test(known) ? missing : [...new Set([...missing, 'libgtk-3.so.0'])]
}

function answerOf(command: string, args: readonly string[]): string | null {
  // ldconfig is where a user's own path does not lead.
  const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  const run = spawnSync(command, args, { encoding: 'utf8', env, timeout: timeoutMs })
  return run.status === 0 ? run.stdout : null
}

/** Installs what Electron lacks where we may. @returns what to do, in words; null when nothing is lacking. */
export function ensureLibraries(program: string, system: System, say: (line: string) => void): string | null {
  if (system.platform !== 'linux') return null
  let missing = missingLibraries(program)
  if (missing.length > 0 && system.isRoot && isDebianLike(system)) {
    if (installPackages(electronPackages(), say, system).ok) missing = missingLibraries(program)
  }
  if (missing.length === 0) return null
  return libraryWords(missing.join(', '), librariesCommand(system))
}

/** What installs Electron's libraries; null where the system has another way than apt-get. */
export function librariesCommand(system: System): string | null {
  return isDebianLike(system) ? installCommand(electronPackages(), system) : null
}
