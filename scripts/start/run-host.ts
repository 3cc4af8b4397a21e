import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { projectRoot } from '../project-root.ts'

export interface HostCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Chromium says much that means nothing: its end is `kept` for the case that the start fails. */
  readonly errors: 'shown' | 'kept'
}

/** How a host ended. */
export interface HostEnding {
  /** Null where a signal ended it, or where it could not be started. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why the system did not start it, as the system names it. */
  readonly notStarted: string | null
  /** The end of what it said, where that was kept. */
  readonly errors: string
  /** Whether this script asked it to end. */
  readonly isStopped: boolean
}

export interface RunningHost {
  readonly ended: Promise<HostEnding>
  /** Asks it to end cleanly; on the second call, or after a while, kills it. */
  stop(): void
}

const quitTimeoutMs = 15_000
/** Its helpers may hold the pipe open longer than it lives. */
const lastWordsMs = 300
const keptCharacters = 16_000
const isWindows = process.platform === 'win32'

/** Starts the application in its host. */
export function runHost({ program, args, env, errors }: HostCommand): RunningHost {
  // Its own process group: it gets each signal once, from here, and its children end with it.
  const child = spawn(program, args, {
    cwd: projectRoot,
    // A terminal's would stop it, as it is not in the foreground; a pipe may hold a passphrase.
    stdio: [process.stdin.isTTY ? 'ignore' : 'inherit', 'inherit', errors === 'shown' ? 'inherit' : 'pipe'],
    env,
    detached: !isWindows,
  })
  let kept = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-keptCharacters)
  })
  let isStopped = false

  function endByForce(): void {
    try {
      if (child.pid === undefined) return
      if (isWindows) child.kill('SIGKILL')
      else process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  const { promise, resolve } = Promise.withResolvers<HostEnding>()
  const end = (notStarted: string | null): void => {
    const code = notStarted === null ? child.exitCode : null
    resolve({ code, signal: child.signalCode, notStarted, errors: kept, isStopped })
  }
  child.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  child.once('exit', () => {
    void Promise.race([once(child, 'close'), delay(lastWordsMs)]).then(() => end(null))
  })
  return {
    ended: promise,
    stop() {
      if (isStopped) endByForce()
      else child.kill('SIGTERM')
      isStopped = true
      setTimeout(endByForce, quitTimeoutMs).unref()
    },
  }
}

/** The exit code by which a shell reports such an ending. */
export function exitCodeOf({ code, signal, isStopped }: HostEnding): number {
  if (isStopped) return 0
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal])
}
