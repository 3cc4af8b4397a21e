import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** A process of its own that is to be killed. */
export class KilledProcess<Request extends Serializable> {
  readonly #child: ChildProcess

  /** @param hear gets what it reports; what it says first comes after this returns */
  constructor(program: string, options: object, hear: (message: unknown) => void) {
    this.#child = fork(program, [JSON.stringify(options)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The first one leaves behind what it compiled.
      env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') },
    })
    this.#child.on('message', hear)
  }

  ask(request: Request): void {
    // It may be dead already; what it never heard it never accepted.
    if (this.#child.connected) this.#child.send(request, () => undefined)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Waits for its end, and kills it so long after its first word, as a busy machine starts late. @returns whether that was needed */
  async end(withinMs: number): Promise<boolean> {
    let isLate = false
    let timer: NodeJS.Timeout | undefined
    this.#child.once('message', () => {
      timer = setTimeout(() => {
        isLate = true
        this.kill()
      }, withinMs)
    })
    // Its last words may come after its end.
    await Promise.all([once(this.#child, 'exit'), once(this.#child, 'disconnect')])
    clearTimeout(timer)
    return isLate
  }

  /** Its exit code, or the signal that ended it. */
  get endedBy(): number | string {
    return this.#child.exitCode ?? String(this.#child.signalCode)
  }
}

/**
 * Runs a program of {@link workInMoments} to its end, or until one of its moments.
 *
 * @returns the moments that it went through; null where it was killed
 * @throws where it fails by itself
 */
export async function runUntil(program: string, plan: object, last: number | null): Promise<number | null> {
  let moments: number | null = null
  const child = new KilledProcess<never>(program, { ...plan, last }, (message) => {
    moments = v.parse(v.number(), message)
  })
  if (await child.end(600_000)) throw new Error('a process does not end')
  if (child.endedBy === 'SIGKILL') return null
  if (child.endedBy !== 0) throw new Error(`a process ended with ${child.endedBy}`)
  return moments
}
