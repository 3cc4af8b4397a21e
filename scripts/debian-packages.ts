import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { err, ok, type Result } from '#shared/result.ts'

/** A program of Debian's, where it is found once installed, and the package that brings it. */
export interface DebianProgram {
  readonly package: string
  readonly paths: readonly string[]
}

export const chromiumProgram: DebianProgram = {
  package: 'chromium',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
}
export const xvfbProgram: DebianProgram = { package: 'xvfb', paths: ['/usr/bin/Xvfb'] }

/** What a person has to do when we may not. */
export interface InstallFailure {
  readonly command: string
  readonly reason: 'not-root' | 'failed'
}

const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const installTimeoutMs = 15 * 60_000

function pathOf(program: DebianProgram): string | undefined {
  return program.paths.find((path) => existsSync(path))
}

function aptGet(args: readonly string[]): boolean {
  const options = { env: environment, stdio: 'pipe', timeout: installTimeoutMs } as const
  return spawnSync('apt-get', ['-q', '-y', ...args], options).status === 0
}

/**
 * Finds programs, installing with apt-get what is missing where we are root.
 * @returns the paths, in the order asked for, or the exact command that a person has to run.
 */
export function ensurePrograms(
  programs: readonly DebianProgram[],
  say: (line: string) => void,
): Result<readonly string[], InstallFailure> {
  const missing = programs.filter((program) => pathOf(program) === undefined).map((one) => one.package)
  if (missing.length > 0) {
    const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
    if (process.getuid?.() !== 0) return err({ command: `sudo sh -c '${command}'`, reason: 'not-root' })
    say(`Installing ${missing.join(' and ')} with apt-get …`)
    if (!aptGet(['update']) || !aptGet(['install', '--no-install-recommends', ...missing])) {
      return err({ command, reason: 'failed' })
    }
  }
  const paths = programs.map(pathOf).filter((path) => path !== undefined)
  return paths.length === programs.length ? ok(paths) : err({ command: 'apt-get install', reason: 'failed' })
}

/** An {@link InstallFailure} in words. */
export function installAdvice(failure: InstallFailure): string {
  const why = failure.reason === 'not-root' ? 'Something has to be installed first' : 'Installing failed'
  return `${why}. Run this, then try again:\n  ${failure.command}`
}
