import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { eventsSince } from './application-log.ts'

/** The log events of a successful start: main is up, there is a window, and its page was answered. */
const startEvents: readonly string[] = ['started', 'window-shown', 'page-answered']

export interface SmokeResult {
  /** Events missing at the timeout. */
  readonly missing: readonly string[]
  /** Whether an installed application runs in its sandbox. */
  readonly isInSandbox: boolean
  /** null where the process was ended by force: always on Windows, where it cannot be asked by a signal. */
  readonly exitCode: number | null
}

export interface SmokeOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]]
  /** An empty folder for the application's data; its log is read there. */
  readonly dataDir: string
  /** Instead of this process's own. */
  readonly env?: NodeJS.ProcessEnv
  /** For the start, and for the end once more. */
  readonly timeoutMs: number
}

const lookAgainMs = 100

/**
 * Starts the application as an officer does and ends it once its window is there. A packaged application lets no one
 * attach (its fuses and `page-network.ts` see to that), so its own log is what shows it.
 */
export async function smokeStart({
  command,
  dataDir,
  timeoutMs,
  env = process.env,
}: SmokeOptions): Promise<SmokeResult> {
  const [program, ...args] = command
  const child = spawn(program, [...args, `--data-dir=${dataDir}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  const gone = once(child, 'exit')
  const missing = await missingEvents(dataDir, timeoutMs, () => child.exitCode === null)
  child.kill('SIGTERM')
  const inTime = await Promise.race([gone.then(() => true), delay(timeoutMs, false, { ref: false })])
  if (!inTime) child.kill('SIGKILL')
  await gone
  const isInSandbox = !(await eventsSince(dataDir, 0)).some(({ event }) => event === 'no-sandbox')
  return { missing, isInSandbox, exitCode: child.exitCode }
}

/** Reads the log until it has every event, the timeout expires or its writer has ended. */
async function missingEvents(
  dataDir: string,
  timeoutMs: number,
  isRunning: () => boolean,
): Promise<readonly string[]> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const isLast = Date.now() >= end || !isRunning()
    const seen = new Set((await eventsSince(dataDir, 0)).map(({ event }) => event))
    const missing = startEvents.filter((event) => !seen.has(event))
    if (missing.length === 0 || isLast) return missing
    await delay(lookAgainMs)
  }
}
