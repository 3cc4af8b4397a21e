/** Well within a frame, so that typing and scrolling stay responsive. */
const sliceMs = 5
/** Asking for the time is not free: it is asked once for so many items. */
const itemsPerLook = 32

/** The browser may draw and handle input before it. A timer would wait for 4 ms more, once they are nested. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}

/** Divides long work on this thread into slices, with room for the browser between them. */
export class Slices {
  readonly #signal: AbortSignal
  #endMs = performance.now() + sliceMs
  #items = 0

  /** @param signal is aborted once the work is no longer wanted */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Whether the slice is over, asked before so many items: the work then continues after {@link next}. */
  isOver(items = 1): boolean {
    this.#items += items
    if (this.#items < itemsPerLook) return false
    this.#items = 0
    return performance.now() > this.#endMs
  }

  /** Waits for the next slice. @returns false when the work is no longer wanted */
  async next(): Promise<boolean> {
    await nextTask()
    this.#endMs = performance.now() + sliceMs
    return !this.#signal.aborted
  }
}
