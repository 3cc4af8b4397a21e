import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Process ids of every Chromium whose profile is this folder, or lies in it. */
export function chromiumPids(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      // Chromium's children keep their arguments in one string.
      const line = `${commandLine(pid).join(' ')} `
      return ['/', ' '].some((end) => line.includes(`--user-data-dir=${folder}${end}`))
    })
    .map(Number)
}

/** Kills every Chromium of this folder; one whose host was killed would hold it. */
export function killChromium(folder: string): void {
  for (const pid of chromiumPids(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}

/** Removes what a Chromium that was killed leaves to be found by: in its profile, and its socket in the temporary folder. */
export function removeTraces(profile: string): void {
  const socketFolder = dirname(linkIn(profile, 'SingletonSocket'))
  if (basename(socketFolder).startsWith('org.chromium.'))
    rmSync(socketFolder, { recursive: true, force: true })
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie', 'DevToolsActivePort']) {
    rmSync(join(profile, name), { force: true })
  }
}

function linkIn(folder: string, name: string): string {
  try {
    return readlinkSync(join(folder, name))
  } catch {
    return ''
  }
}
