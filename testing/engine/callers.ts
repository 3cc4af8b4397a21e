import type { HoldType } from '#shared/outbox/hold.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { never, type Living } from '#testing/mortal.ts'
import type { Brink } from './happening.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

/** A client process. */
export interface Caller extends Living<Brink> {
  /** What it is sending now, by its own records; left out where nobody asks whose POST it was. */
  sending?(): readonly Pick<KeptEntry, 'id' | 'body'>[]
  /** The hold under which it must send nothing, or null. */
  heldBy?(): HoldType | null
}

/** Why a caller stopped waiting. */
type BrokenOff = 'timeout' | 'stopped' | 'suspended'

interface Question<T> {
  readonly what: string
  readonly signal: AbortSignal | undefined
  readonly limitMs: number
  /** Called once it is asked, if the process is still there. */
  readonly asked?: () => void
  readonly answered: () => Promise<T>
  readonly brokenOff: (cause: BrokenOff) => T
}

/** Carries requests between processes that may die at any point and the insurer. */
export class Callers {
  readonly #clock: VirtualClock
  readonly #trace: (line: string) => void
  readonly #open = new WeakMap<Caller, number>()

  constructor(clock: VirtualClock, trace: (line: string) => void) {
    this.#clock = clock
    this.#trace = trace
  }

  /** How many requests of a process are in flight. */
  askedBy(caller: Caller): number {
    return this.#open.get(caller) ?? 0
  }

  /** Never resolves for a process that is dead by then. */
  async ask<T>(caller: Caller, { what, signal, limitMs, ...question }: Question<T>): Promise<T> {
    if (!caller.isAlive()) return await never()
    this.#trace(`asks ${what}`)
    caller.reach('asking')
    if (!caller.isAlive()) return await never()
    question.asked?.()
    const answered = question.answered()
    const brokenOff = this.#brokenOff(signal, limitMs, question.brokenOff)
    const answer = await this.#counted(caller, Promise.race([answered, brokenOff.promise]))
    brokenOff.release()
    if (!caller.isAlive()) return await never()
    caller.reach('answering')
    return caller.isAlive() ? answer : await never()
  }

  // Counts what is open, so that a quiet moment can be detected.
  async #counted<T>(caller: Caller, work: Promise<T>): Promise<T> {
    const count = (by: number): unknown => this.#open.set(caller, this.askedBy(caller) + by)
    count(1)
    try {
      return await work
    } finally {
      count(-1)
    }
  }

  // The caller aborts or times out.
  #brokenOff<T>(
    signal: AbortSignal | undefined,
    limitMs: number,
    outcome: (cause: BrokenOff) => T,
  ): { readonly promise: Promise<T>; readonly release: () => void } {
    let release = (): void => undefined
    const promise = new Promise<T>((resolve) => {
      if (limitMs < Infinity) release = this.#clock.after(limitMs, () => resolve(outcome('timeout')))
      const stop = (): void => resolve(outcome(signal?.reason === 'suspended' ? 'suspended' : 'stopped'))
      if (signal?.aborted === true) stop()
      signal?.addEventListener('abort', stop)
    })
    return { promise, release: () => release() }
  }
}
