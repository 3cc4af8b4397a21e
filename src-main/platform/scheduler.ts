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
