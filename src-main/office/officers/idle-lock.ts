export interface IdleLockOptions {
  /** A monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
  /** Minutes without keyboard or mouse input before the application locks; 0 never locks. */
  readonly minutes: () => number
  readonly onIdle: () => void
}

/** How often the idle time is checked: the application locks at most this much late. */
const lookEveryMs = 5_000

/**
 * Locks the application some minutes after the last input in our own window. It tracks input itself: Linux sends no
 * event when the screen locks, and work in another program is no reason to leave this one open.
 */
export class IdleLock {
  readonly #options: IdleLockOptions
  #lastInputMs: number
  #timer: NodeJS.Timeout | null = null

  constructor(options: IdleLockOptions) {
    this.#options = options
    this.#lastInputMs = options.monotonicMs()
  }

  /** Restarts the idle time; it runs until `stop`. */
  start(): void {
    this.input()
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Someone typed, clicked or moved the mouse. */
  input(): void {
    this.#lastInputMs = this.#options.monotonicMs()
  }

  #look(): void {
    const minutes = this.#options.minutes()
    const idleMs = this.#options.monotonicMs() - this.#lastInputMs
    if (minutes === 0 || idleMs < minutes * 60_000) return
    this.input()
    this.#options.onIdle()
  }
}
