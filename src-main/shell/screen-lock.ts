import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const login = 'org.freedesktop.login1'
/** Logind asks a session to lock, or a desktop says that it has locked one by itself. */
const lockSaid = /\.Session\.Lock \(|'LockedHint': <true>/

/**
 * Calls back when a session of this Linux computer is locked: Electron has no event for it there. A desktop tells
 * logind, whose signals `gdbus` prints. Without either nothing is heard, and nothing is tried again.
 */
export function watchScreenLock(locked: () => void): void {
  const args = ['monitor', '--system', '--dest', login]
  const listener = spawn('gdbus', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  listener.on('error', () => undefined)
  createInterface({ input: listener.stdout }).on('line', (line) => {
    if (lockSaid.test(line)) locked()
  })
  // Where we are killed, it ends with the next thing that it would print.
  process.once('exit', () => listener.kill())
}
