import { installCommand, installPackages, isDebianLike, type System } from '../debian-packages.ts'
import { libraryWords } from './explain-ending.ts'
import { electronPackages, missingLibraries } from './shared-libraries.ts'

/** Installs what Electron lacks where we may. @returns what to do, in words; null when nothing is lacking. */
export function ensureLibraries(program: string, system: System, say: (line: string) => void): string | null {
  if (system.platform !== 'linux') return null
  let missing = missingLibraries(program)
  if (missing.length > 0 && system.isRoot && isDebianLike(system)) {
    if (installPackages(electronPackages(), say, system).ok) missing = missingLibraries(program)
  }
  if (missing.length === 0) return null
  return libraryWords(missing.join(', '), { installLibraries: librariesCommand(system) })
}

/** What installs Electron's libraries; null where the system has another way than apt-get. */
export function librariesCommand(system: System): string | null {
  return isDebianLike(system) ? installCommand(electronPackages(), system) : null
}
