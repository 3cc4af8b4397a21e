import type { Clock } from './clock.ts'

/** Lets a loop sleep until a time or an event. An event that came before the sleep ends it at once. */
export class Scheduler {
  readonly #clock: Clock
  #wake: () => void = () => undefined
  #woken = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  wakeUp(): void {
    this.#woken = true
    this.#wake()
  }

  /** @param forMs milliseconds; null sleeps until an event. */
  async sleep(forMs: number | null): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const cancel = forMs === null ? () => undefined : this.#clock.after(forMs, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.#woken = false
    this.#wake = () => undefined
  }
}

/** What is not tried before a time, by the monotonic clock. Kept in memory: a start tries at once. */
export class Delays {
  readonly #clock: Clock
  readonly #notBefore = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  delay(id: string, delayMs: number): void {
    this.#notBefore.set(id, this.#clock.monotonicMs() + delayMs)
  }

  isOver(id: string): boolean {
    return (this.#notBefore.get(id) ?? 0) <= this.#clock.monotonicMs()
  }

  end(id: string): void {
    this.#notBefore.delete(id)
  }

  endAll(): void {
    this.#notBefore.clear()
  }

  /** Milliseconds until it may be tried; null without a delay. */
  msUntil(id: string): number | null {
    const atMs = this.#notBefore.get(id)
    return atMs === undefined ? null : Math.max(0, atMs - this.#clock.monotonicMs())
  }

  /** Milliseconds from `sinceMs` (monotonic) until the next delay ends; null without one. */
  msUntilNext(sinceMs: number): number | null {
    let soonest: number | null = null
    for (const [id, atMs] of this.#notBefore) {
      if (atMs <= sinceMs) this.#notBefore.delete(id)
      else soonest = Math.min(soonest ?? Infinity, atMs - sinceMs)
    }
    return soonest
  }
}
