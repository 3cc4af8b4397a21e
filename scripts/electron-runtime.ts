import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { projectRoot } from './project-root.ts'
import { Tail } from './start/tail.ts'

/** Where Electron's package is, and where its download is watched and its failure recorded. */
export interface ElectronPlaces {
  readonly packageFolder: string
  readonly cacheFolder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const places: ElectronPlaces = {
  packageFolder: join(projectRoot, 'node_modules/electron'),
  cacheFolder: join(projectRoot, 'node_modules/.cache/claims-desk'),
  env: process.env,
}

/** The program's name by install.js, whose `path.txt` exists only after it ran. */
const programNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** The version of the `electron` package that is installed. */
export function electronVersion({ packageFolder }: ElectronPlaces = places): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version
}

/** Electron's program, or null when only its types are here. `ELECTRON_OVERRIDE_DIST_PATH` names another one's folder. */
export function electronProgram({ packageFolder, env }: ElectronPlaces = places): string | null {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const program =
    named === ''
      ? join(packageFolder, 'dist', pathInside(packageFolder) ?? '')
      : join(named, pathInside(packageFolder) ?? programNames[process.platform] ?? 'electron')
  return existsSync(program) && statSync(program).isFile() ? program : null
}

/** Written by install.js as its last act: without it the folder is not whole. */
function pathInside(packageFolder: string): string | null {
  try {
    return readFileSync(join(packageFolder, 'path.txt'), 'utf8').trim()
  } catch {
    return null
  }
}

export interface ObtainOptions {
  /** Says what is done; `howFar` changes as it goes on. */
  readonly say: (line: string, howFar?: string) => void
  /** Only Electron was asked for: retry, however recently it failed. */
  readonly isAskedFor: boolean
  /** How long a download may stall before it is given up, in ms. */
  readonly stallMs?: number
}

const forgetMs = 10 * 60_000
const defaultStallMs = 30_000
const lookAgainMs = 1_000
const otherWays =
  'Look at the connection; HTTPS_PROXY names a proxy, ELECTRON_MIRROR another place to get it from.'

/**
 * Electron's program, got by its own install.js where it is not here: that one knows the proxy, the mirror and the
 * cached archive, so nothing is asked before. A failure is remembered for ten minutes, or every start would wait for
 * it. Errors: why it is not here, in words.
 */
export async function obtainElectron(
  { say, isAskedFor, stallMs = defaultStallMs }: ObtainOptions,
  where: ElectronPlaces = places,
): Promise<Result<string, string>> {
  const present = electronProgram(where)
  if (present !== null) return ok(present)
  const named = where.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  if (named !== '') return err(`ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron: ${named}`)
  const memory = join(where.cacheFolder, `no-electron-${electronVersion(where)}`)
  const minutes = minutesSince(memory)
  if (!isAskedFor && minutes !== null) {
    return err(
      `Electron's runtime could not be downloaded ${minutes === 0 ? 'less than a minute' : `${minutes} min`} ago. It is tried again ten minutes after that, or at once with "npm start -- --host=electron".`,
    )
  }
  const doing = `Getting Electron ${electronVersion(where)} (about 120 MB, once) …`
  say(doing)
  const complaint = await install(where, stallMs, (bytes) =>
    say(doing, ` ${Math.round(bytes / 1_000_000)} MB`),
  )
  const program = electronProgram(where)
  mkdirSync(where.cacheFolder, { recursive: true })
  if (program === null) writeFileSync(memory, 'So long as this is new, Electron is not downloaded again.\n')
  else rmSync(memory, { force: true })
  return program === null
    ? err(complaint ?? 'install.js of Electron ended without its program.')
    : ok(program)
}

/** Null where there was no attempt, or it is too old to count. */
function minutesSince(memory: string): number | null {
  const ageMs = existsSync(memory) ? Date.now() - statSync(memory).mtimeMs : Infinity
  // After the clock was set back, the record would last too long.
  return ageMs >= -1_000 && ageMs < forgetMs ? Math.max(0, Math.floor(ageMs / 60_000)) : null
}

/** Runs install.js. @returns what went wrong, or null. */
async function install(
  { packageFolder, cacheFolder, env }: ElectronPlaces,
  stallMs: number,
  onBytes: (bytes: number) => void,
): Promise<string | null> {
  // A partial download has its own folder, so that its growth can be watched.
  const passing = join(cacheFolder, `electron-download-${process.pid}`)
  mkdirSync(passing, { recursive: true })
  const child = spawn(process.execPath, ['install.js'], {
    cwd: packageFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...proxySettings(env), TMPDIR: passing, TEMP: passing, TMP: passing },
  })
  const said = new Tail()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => said.add(text))
  }
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const stopWatching = watchGrowth([passing, join(packageFolder, 'dist')], {
    stallMs,
    onBytes,
    onStall() {
      child.kill('SIGKILL')
      resolve(`The download of Electron's runtime stood still for ${stallMs / 1_000} seconds. ${otherWays}`)
    },
  })
  child.once('error', (error) => resolve(error.message))
  child.once('close', (code, signal) => {
    // The first line is the reason, the others say where in its code.
    const why = said.text.trim().split('\n')[0] ?? ''
    const how = why === '' ? `install.js ended with ${signal ?? `exit code ${code ?? 'unknown'}`}` : why
    resolve(code === 0 ? null : `Electron's runtime could not be downloaded (${how}). ${otherWays}`)
  })
  const complaint = await promise
  stopWatching()
  rmSync(passing, { recursive: true, force: true, maxRetries: 5 })
  return complaint
}

interface Growth {
  readonly stallMs: number
  readonly onBytes: (bytes: number) => void
  readonly onStall: () => void
}

/** Watches the size of folders. @returns a function that ends the watch. */
function watchGrowth(folders: readonly string[], { stallMs, onBytes, onStall }: Growth): () => void {
  const size = (): number => folders.reduce((sum, folder) => sum + bytesIn(folder), 0)
  let seen = { bytes: size(), atMs: performance.now() }
  const timer = setInterval(
    () => {
      const bytes = size()
      if (bytes !== seen.bytes) seen = { bytes, atMs: performance.now() }
      else if (performance.now() - seen.atMs >= stallMs) onStall()
      if (bytes > 0) onBytes(bytes)
    },
    Math.min(lookAgainMs, stallMs / 4),
  )
  return () => clearInterval(timer)
}

function bytesIn(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
  } catch {
    return 0
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    // It was moved to its final place.
    return 0
  }
}

/** The proxy of the environment, or else npm's: install.js uses Node's `fetch`, which needs an explicit opt-in. */
function proxySettings(env: ElectronPlaces['env']): Record<string, string> {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name] ?? '').find((value) => value !== '')
  const http = first('http_proxy', 'HTTP_PROXY', 'npm_config_proxy')
  const https = first('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy')
  const except = first('no_proxy', 'NO_PROXY', 'npm_config_noproxy')
  return {
    ...(http === undefined ? {} : { HTTP_PROXY: http }),
    ...(https === undefined ? {} : { HTTPS_PROXY: https }),
    ...(except === undefined ? {} : { NO_PROXY: except }),
    ...(http === undefined && https === undefined ? {} : { NODE_USE_ENV_PROXY: '1' }),
  }
}
