import { readdirSync, readFileSync } from 'node:fs'

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Process ids of every Chromium that runs on this profile folder. */
export function chromiumPids(profile: string): readonly number[] {
  const wanted = `--user-data-dir=${profile}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const line = commandLine(pid)
      // Chromium's children keep their arguments in one string.
      return line.includes(wanted) || (line[0]?.includes(`${wanted} `) ?? false)
    })
    .map(Number)
}

/** Kills every Chromium on this profile; one whose host was killed would hold it. */
export function killChromium(profile: string): void {
  for (const pid of chromiumPids(profile)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}
