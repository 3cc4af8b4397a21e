import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { err, ok, type Result } from '#shared/result.ts'

/** A Debian program: its path once installed, and its package. */
export interface DebianProgram {
  readonly package: string
  readonly paths: readonly string[]
}

export const chromiumProgram: DebianProgram = {
  package: 'chromium',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
}
/** The same Chromium without the browser round its pages: a start in it costs half, and it can show no window. */
export const headlessShellProgram: DebianProgram = {
  package: 'chromium-headless-shell',
  paths: ['/usr/bin/chromium-headless-shell'],
}
export const xvfbProgram: DebianProgram = { package: 'xvfb', paths: ['/usr/bin/Xvfb'] }
/** Without the service that its sibling package `tinyproxy` starts. */
export const tinyproxyProgram: DebianProgram = { package: 'tinyproxy-bin', paths: ['/usr/bin/tinyproxy'] }
/** A store that speaks S3, without the services that its sibling packages start. */
export const swiftProgram: DebianProgram = {
  package: 'python3-swift',
  paths: ['/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py'],
}
/** Used where it is there, never installed: its package starts a proxy on the machine. */
export const squidProgram: DebianProgram = { package: 'squid', paths: ['/usr/sbin/squid'] }

export interface System {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  /** The text of /etc/os-release; empty where there is none. */
  readonly osRelease: string
}

const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const installTimeoutMs = 15 * 60_000
/** A longer file is a real program and is not read. */
const longestScript = 64_000

/** The lists of packages are fetched once for all that is installed. */
let isUpdated = false

/** The system this runs on. */
export function thisSystem(): System {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    osRelease: readIfThere('/etc/os-release'),
  }
}

/** Whether apt-get installs packages here: Debian and its derivatives. */
export function isDebianLike({ platform, osRelease }: System): boolean {
  return platform === 'linux' && /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(osRelease)
}

/** Ubuntu's own package only fetches a snap, which may not read the hidden folders that the application uses. */
export function hasChromiumPackage(system: System): boolean {
  return isDebianLike(system) && !/^ID(?:_LIKE)?=.*\bubuntu\b/m.test(system.osRelease)
}

/** Where a program is, or undefined; a script that only starts a snap does not count. */
export function pathOf(program: DebianProgram): string | undefined {
  return program.paths.find((path) => existsSync(path) && !startsSnap(path))
}

function startsSnap(path: string): boolean {
  return statSync(path).size <= longestScript && readIfThere(path).includes('/snap/bin/')
}

/** The command that installs packages, for a person to run. */
export function installCommand(packages: readonly string[], { isRoot }: Pick<System, 'isRoot'>): string {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  return isRoot ? command : `sudo sh -c '${command}'`
}

/** Installs packages when running as root on Debian. Errors: what a person has to do instead, in words. */
export function installPackages(
  packages: readonly string[],
  say: (line: string) => void,
  system: System = thisSystem(),
): Result<void, string> {
  if (!isDebianLike(system)) {
    return err(
      system.platform === 'linux'
        ? `Something has to be installed first: what Debian calls ${packages.join(' and ')}. Install it with this system's package manager, then try again.`
        : 'Electron is needed on this system. Run this, then try again:\n  node node_modules/electron/install.js',
    )
  }
  const advice = `Run this, then try again:\n  ${installCommand(packages, system)}`
  if (!system.isRoot) return err(`Something has to be installed first. ${advice}`)
  say(`Installing ${packages.join(' and ')} with apt-get …`)
  isUpdated ||= aptGet(['update'])
  const isInstalled = isUpdated && aptGet(['install', '--no-install-recommends', ...packages])
  return isInstalled ? ok(undefined) : err(`Installing failed. ${advice}`)
}

/**
 * Finds programs; as root, installs missing ones with apt-get.
 * @returns the paths, in the order asked for. Errors: what a person has to do, in words.
 */
export function ensurePrograms(
  programs: readonly DebianProgram[],
  say: (line: string) => void,
): Result<readonly string[], string> {
  const missing = programs.filter((program) => pathOf(program) === undefined).map((one) => one.package)
  const installed = missing.length === 0 ? ok(undefined) : installPackages(missing, say)
  if (!installed.ok) return installed
  const paths = programs.map(pathOf).filter((path) => path !== undefined)
  return paths.length === programs.length ? ok(paths) : err(`${missing.join(' and ')} brought no program.`)
}

function aptGet(args: readonly string[]): boolean {
  const options = { env: environment, stdio: 'pipe', timeout: installTimeoutMs } as const
  return spawnSync('apt-get', ['-q', '-y', ...args], options).status === 0
}

/** A file's text; empty where there is none. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
