import type { Clock } from '#main/platform/clock.ts'

/** More timers than one computer that waits sets in six hours. */
const mostTimers = 20_000
const countedForMs = 6 * 3_600_000

interface Timer {
  readonly atMs: number
  /** Null once it is called off. */
  callBack: (() => void) | null
}

/** A clock that stands still until it is moved. Moving it runs everything that became due to completion. */
export class VirtualClock implements Clock {
  #monotonicMs = 0
  #wallMs: number
  /** By their moments; those of one moment in the order in which they were set. */
  readonly #timers: Timer[] = []
  /** How much passes while the clock is read once. With it timers end on whole milliseconds, early, as Node's do. */
  readingMs = 0

  constructor(start = '2026-11-20T09:00:00.000Z') {
    this.#wallMs = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#wallMs)
  }

  monotonicMs(): number {
    this.#move(this.readingMs)
    return this.#monotonicMs
  }

  after(delayMs: number, callBack: () => void): () => void {
    const atMs = this.#monotonicMs + delayMs
    const timer: Timer = { atMs: this.readingMs === 0 ? atMs : Math.floor(atMs), callBack }
    this.#timers.splice(this.#placeOf(timer.atMs), 0, timer)
    return () => {
      timer.callBack = null
    }
  }

  #placeOf(atMs: number): number {
    let [from, to] = [0, this.#timers.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#timers[middle]?.atMs ?? 0) <= atMs) from = middle + 1
      else to = middle
    }
    return from
  }

  soon(callBack: () => void): void {
    queueMicrotask(callBack)
  }

  /** Resolves once so much time has passed. */
  passed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve)
    })
  }

  /** Runs everything that is due now until nothing more happens by itself. */
  async settle(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }

  /** Moves time on, stopping at each timer on the way, until it is over. @param computers whose timers these are */
  async advance(ms: number, isOver = (): boolean => false, computers = 1): Promise<void> {
    const endMs = this.#monotonicMs + ms
    await this.settle()
    let countedFromMs = this.#monotonicMs
    for (let fired = 0; !isOver(); fired += 1) {
      if (this.#monotonicMs - countedFromMs > countedForMs) {
        countedFromMs = this.#monotonicMs
        fired = 0
      }
      // Code that sets timers without ever waiting would be a busy loop with a real clock.
      if (fired > mostTimers * computers)
        throw new Error('a timer is set again and again without any time passing')
      if (!this.fireNext(endMs)) break
      await this.settle()
    }
    if (!isOver()) this.#move(Math.max(0, endMs - this.#monotonicMs))
    await this.settle()
  }

  /** Moves on to the next timer and fires it. @returns whether there is one by then */
  protected fireNext(untilMs = Infinity): boolean {
    while (this.#timers[0]?.callBack === null) this.#timers.shift()
    const [next] = this.#timers
    if (next === undefined || next.atMs > untilMs) return false
    this.#timers.shift()
    this.#move(Math.max(next.atMs, this.#monotonicMs) - this.#monotonicMs)
    next.callBack?.()
    return true
  }

  /** The wall clock jumps; the monotonic one does not. */
  jump(ms: number): void {
    this.#wallMs += ms
  }

  #move(ms: number): void {
    this.#monotonicMs += ms
    this.#wallMs += ms
  }
}
