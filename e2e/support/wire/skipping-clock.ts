import { setImmediate as nextTurn } from 'node:timers/promises'
import { VirtualClock } from '#testing/virtual-clock.ts'

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
export class SkippingClock extends VirtualClock {
  readonly #world: World
  #driving = false
  #stopped = false

  constructor(world: World) {
    super()
    this.#world = world
  }

  override after(delayMs: number, callBack: () => void): () => void {
    const cancel = super.after(delayMs, callBack)
    if (!this.#driving) void this.#drive()
    return cancel
  }

  /** Stands still from now on. */
  stop(): void {
    this.#stopped = true
  }

  async #drive(): Promise<void> {
    this.#driving = true
    do {
      await nextTurn()
      await this.#world.quiet()
      // The end of the call in flight requests time again.
    } while (!this.#stopped && !this.#world.isBusy() && this.fireNext())
    this.#driving = false
  }
}
