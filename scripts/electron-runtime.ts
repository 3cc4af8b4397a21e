import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { projectRoot } from './project-root.ts'

/** Where Electron's package is, and what its download goes by. */
export interface ElectronPlaces {
  readonly packageFolder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const places: ElectronPlaces = {
  packageFolder: join(projectRoot, 'node_modules/electron'),
  env: process.env,
}
const programNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** The version of the `electron` package that is installed. */
export function electronVersion({ packageFolder }: Pick<ElectronPlaces, 'packageFolder'> = places): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version
}

/** Where Electron's program is, or will be. `ELECTRON_OVERRIDE_DIST_PATH` names another one's folder. */
export function electronPath({ packageFolder, env }: ElectronPlaces = places): string {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const folder = named === '' ? join(packageFolder, 'dist') : named
  return join(folder, programNames[process.platform] ?? 'electron')
}

/** Electron's program, or null when only its types are here. */
export function electronProgram(where: ElectronPlaces = places): string | null {
  const program = electronPath(where)
  const isOurs = program.startsWith(where.packageFolder)
  // install.js writes path.txt as its last act: without it the folder is not whole.
  if (isOurs && !existsSync(join(where.packageFolder, 'path.txt'))) return null
  return existsSync(program) && statSync(program).isFile() ? program : null
}

/**
 * Electron's program, got by its own install.js where it is not here: that one knows the mirror and the cached archive,
 * shows how far it is, and is told the proxy and the certificates. Errors: why it is not here, in words.
 */
export async function obtainElectron(
  say: (line: string) => void,
  where: ElectronPlaces = places,
): Promise<Result<string, string>> {
  const present = electronProgram(where)
  if (present !== null) return ok(present)
  const named = where.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  if (named !== '') return err(`ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron: ${named}`)
  say(`Getting Electron ${electronVersion(where)} (about 120 MB, once) …`)
  const complaint = await install(where)
  const program = electronProgram(where)
  return program === null
    ? err(complaint ?? 'install.js of Electron ended without its program.')
    : ok(program)
}

/** Runs install.js. @returns what went wrong, or null. */
async function install({ packageFolder, env }: ElectronPlaces): Promise<string | null> {
  const tellCause = pathToFileURL(join(import.meta.dirname, 'start/tell-cause.js')).href
  const child = spawn(process.execPath, ['--use-system-ca', '--import', tellCause, 'install.js'], {
    cwd: packageFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...networkSettings(env) },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  return child.exitCode === 0 ? null : failureWords(said.trim().split('\n')[0] ?? '')
}

/** The proxy and the certificates of the environment, or else npm's: Node's `fetch` follows neither by itself. */
function networkSettings(env: ElectronPlaces['env']): NodeJS.ProcessEnv {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  return {
    HTTP_PROXY: first('http_proxy', 'HTTP_PROXY', 'npm_config_proxy'),
    HTTPS_PROXY: first('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy'),
    NO_PROXY: first('no_proxy', 'NO_PROXY', 'npm_config_noproxy'),
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile'),
  }
}

const causes: readonly (readonly [sign: RegExp, words: string])[] = [
  [
    /\(407\)/,
    'the proxy asks for a name and a password. Run "npm config set https-proxy http://NAME:PASSWORD@HOST:PORT"',
  ],
  [
    /CERT|SIGNED|UNABLE_TO_/,
    'this computer does not trust its certificate, as where a proxy of the network inspects what is sent. Get that proxy\'s certificate (a PEM file) from IT, run "npm config set cafile FILE"',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'no server of its name was found. Look at the connection'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'nobody answers there. Look at the connection and at the proxy'],
  [/TIMEOUT|ETIMEDOUT/, 'no answer came in time. Look at the connection'],
]

function failureWords(said: string): string {
  const words = causes.find(([sign]) => sign.test(said))?.[1] ?? 'Look at the connection'
  return `Electron's runtime could not be downloaded: ${words}, then try again. HTTPS_PROXY names a proxy, ELECTRON_MIRROR another place to get it from. (${said === '' ? 'install.js ended without a word' : said})`
}
