import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#main/platform/clock.ts'

interface Timer {
  readonly atMs: number
  readonly callBack: () => void
}

interface World {
  /** Whether an awaited call is in flight. */
  readonly isBusy: () => boolean
  /** Resolves when nothing more happens by itself. */
  readonly quiet: () => Promise<void>
}

/**
 * A clock that jumps: it stands still while anything is in flight on the wire, and when everything only waits it
 * moves to the next timer. Five minutes between two readings take no time, and no byte is ever late by it.
 */
export class SkippingClock implements Clock {
  readonly #world: World
  readonly #startMs = Date.parse('2026-11-20T09:00:00.000Z')
  #elapsedMs = 0
  #timers: Timer[] = []
  #driving = false
  #stopped = false

  constructor(world: World) {
    this.#world = world
  }

  now(): Date {
    return new Date(this.#startMs + this.#elapsedMs)
  }

  monotonicMs(): number {
    return this.#elapsedMs
  }

  readonly after = (delayMs: number, callBack: () => void): (() => void) => {
    const timer = { atMs: this.#elapsedMs + delayMs, callBack }
    this.#timers.push(timer)
    if (!this.#driving) void this.#drive()
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  soon(callBack: () => void): void {
    queueMicrotask(callBack)
  }

  /** Stands still from now on. */
  stop(): void {
    this.#stopped = true
  }

  async #drive(): Promise<void> {
    this.#driving = true
    for (;;) {
      await nextTurn()
      await this.#world.quiet()
      const next = this.#timers.toSorted((a, b) => a.atMs - b.atMs)[0]
      // The end of the call in flight requests time again.
      if (this.#stopped || next === undefined || this.#world.isBusy()) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.callBack()
    }
    this.#driving = false
  }
}
