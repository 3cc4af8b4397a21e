/** Tells when the other side says nothing for too long, however long all of it takes. */
export class Silence {
  readonly #limitMs: number | null
  readonly #onTooLong: () => void
  #timer: NodeJS.Timeout | undefined
  #isHeld = false

  /** It begins at once. @param limitMs longest silence in milliseconds; null for no limit */
  constructor(limitMs: number | null, onTooLong: () => void) {
    this.#limitMs = limitMs
    this.#onTooLong = onTooLong
    this.broken()
  }

  /** Something was heard, or taken. @param graceMs how much longer the next silence may last */
  broken(graceMs = 0): void {
    this.end()
    if (!this.#isHeld && this.#limitMs !== null) {
      this.#timer = setTimeout(this.#onTooLong, this.#limitMs + graceMs)
    }
  }

  /** Waits for our own side, which is no silence of the other. @returns null when the signal ends it first */
  async whileHeld<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    this.#isHeld = true
    this.end()
    try {
      return await unlessAborted(work, signal)
    } finally {
      this.#isHeld = false
      this.broken()
    }
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** @returns null when the signal ends it first */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = Promise.withResolvers<null>()
  const abort = (): void => aborted.resolve(null)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
