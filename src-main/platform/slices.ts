/** Well within a frame, so that the window and what is being sent never wait noticeably. */
const sliceMs = 5
/** The clock is read once for this many items, because reading it is not free. */
const itemsPerLook = 32

/** Resolves after the events that wait, so that other work runs in between. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Divides long work into slices, with room for everything else between them. */
export class Slices {
  #endMs = performance.now() + sliceMs
  #items = 0

  /** Whether the slice is over, asked before so many items: the work then continues after {@link next}. */
  isOver(items = 1): boolean {
    this.#items += items
    if (this.#items < itemsPerLook) return false
    this.#items = 0
    return performance.now() > this.#endMs
  }

  /** Waits for the next slice. */
  async next(): Promise<void> {
    await nextTurn()
    this.#endMs = performance.now() + sliceMs
  }
}
