import type { Clock } from '#main/platform/clock.ts'

/** The real clock, which can skip a wait: what would become due in it becomes due now. */
export class SkippingClock implements Clock {
  #skippedMs = 0
  readonly #timers = new Set<{ readonly atMs: number; readonly fire: () => void }>()

  now(): Date {
    return new Date(Date.now() + this.#skippedMs)
  }

  monotonicMs(): number {
    return performance.now() + this.#skippedMs
  }

  after(delayMs: number, callBack: () => void): () => void {
    const timer = { atMs: this.monotonicMs() + delayMs, fire: () => fire() }
    const end = (): void => {
      clearTimeout(real)
      this.#timers.delete(timer)
    }
    const fire = (): void => {
      end()
      callBack()
    }
    const real = setTimeout(fire, delayMs)
    this.#timers.add(timer)
    return end
  }

  soon(callBack: () => void): void {
    setImmediate(callBack)
  }

  skip(ms: number): void {
    this.#skippedMs += ms
    const nowMs = this.monotonicMs()
    for (const timer of [...this.#timers]) if (timer.atMs <= nowMs) timer.fire()
  }
}
