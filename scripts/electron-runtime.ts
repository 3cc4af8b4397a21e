import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { projectRoot } from './project-root.ts'

const packageFolder = join(projectRoot, 'node_modules/electron')
const cacheFolder = join(projectRoot, 'node_modules/.cache/claims-desk')
const probeTimeoutMs = 10_000
const downloadTimeoutMs = 15 * 60_000

/** The version of the `electron` package that is installed. */
export function electronVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version
}

/** Electron's program, or null when only its types are here. */
export function electronProgram(): string | null {
  try {
    const program = join(packageFolder, 'dist', readFileSync(join(packageFolder, 'path.txt'), 'utf8').trim())
    return existsSync(program) ? program : null
  } catch {
    return null
  }
}

/**
 * Electron's program, downloaded where that is possible. Whether it is, is asked once with a hard limit of 10 seconds
 * and remembered for this version: a start never waits for a download that cannot succeed.
 */
export async function obtainElectron(say: (line: string) => void): Promise<string | null> {
  const present = electronProgram()
  const memory = join(cacheFolder, `no-electron-${electronVersion()}`)
  if (present !== null || existsSync(memory)) return present
  if (await canBeDownloaded()) {
    say('Downloading Electron …')
    spawnSync(process.execPath, ['install.js'], {
      cwd: packageFolder,
      stdio: 'ignore',
      timeout: downloadTimeoutMs,
      killSignal: 'SIGKILL',
    })
  }
  if (electronProgram() === null) {
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(memory, 'Remove this file to try again.\n')
  }
  return electronProgram()
}

async function canBeDownloaded(): Promise<boolean> {
  const mirror = process.env['ELECTRON_MIRROR'] ?? 'https://github.com/electron/electron/releases/download/'
  try {
    const address = `${mirror}v${electronVersion()}/SHASUMS256.txt`
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) })
    return answer.ok
  } catch {
    return false
  }
}
