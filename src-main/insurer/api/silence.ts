/** Ends a reading when the other side says nothing for too long, however long all of it takes. */
export class Silence {
  readonly #limitMs: number
  readonly #onTooLong: () => void
  #timer: NodeJS.Timeout
  #isHeld = false

  /** It begins at once. @param limitMs longest silence in milliseconds */
  constructor(limitMs: number, onTooLong: () => void) {
    this.#limitMs = limitMs
    this.#onTooLong = onTooLong
    this.#timer = setTimeout(onTooLong, limitMs)
  }

  /** Something was heard. */
  broken(): void {
    if (!this.#isHeld) this.#timer.refresh()
  }

  /** Waits for our own side, which is no silence of the other. @returns null when the signal ends it first */
  async whileHeld<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    clearTimeout(this.#timer)
    this.#isHeld = true
    const aborted = Promise.withResolvers<null>()
    const abort = (): void => aborted.resolve(null)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([work, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      this.#isHeld = false
      this.#timer = setTimeout(this.#onTooLong, this.#limitMs)
    }
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
