import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type { Crash } from './crash.ts'

/** How often a point that was not reached is retried. */
const triesOfPoint = 6

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

  /** Waits for its end, and kills it after so long. @returns whether that was needed */
  async end(withinMs: number): Promise<boolean> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.kill()
    }, withinMs)
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

/** What one kill after the other is made of. */
export interface Killing {
  /** Whether what the last process left behind lets the next one come to a point at once. */
  readonly canComeTo: (point: string | null) => boolean
  /** One more death, which leaves behind what a point needs. */
  readonly before: (point: string | null) => Crash
  /** One process, until it is dead. @returns whether it died as planned */
  readonly die: (crash: Crash) => Promise<boolean>
  /** Looks at what is there then. @returns whether all is well */
  readonly examine: () => Promise<boolean>
}

/** Kills at one point after the other, as long as all is well. @returns the points processes died at, once for each */
export async function killAtEach(
  crashes: readonly Crash[],
  { canComeTo, before, die, examine }: Killing,
): Promise<{ readonly kills: number; readonly diedAt: readonly string[] }> {
  const left = crashes.map((crash) => ({ crash, tries: 0 }))
  const diedAt: string[] = []
  let kills = 0
  for (let isWell = true; left.length > 0 && isWell; isWell = await examine()) {
    const index = left.findIndex(({ crash }) => canComeTo(crash.point))
    const needed = { crash: before(left[0]?.crash.point ?? null), tries: triesOfPoint }
    const next = index < 0 ? needed : left.splice(index, 1)[0]
    if (next === undefined) break
    if (await die(next.crash)) diedAt.push(next.crash.point ?? 'at random')
    else if (next.tries + 1 < triesOfPoint) {
      left.push({ crash: { ...next.crash, nth: 1 }, tries: next.tries + 1 })
    }
    kills += 1
  }
  return { kills, diedAt }
}
