import type { Clock } from '#main/platform/clock.ts'

interface Timer {
  readonly atMs: number
  /** Timers of the same millisecond fire in the order in which they were set. */
  readonly turn: number
  callBack: (() => void) | null
}

/** A virtual clock for thousands of timers: all that are due in one millisecond fire together. */
export class FleetClock implements Clock {
  readonly #startMs = Date.parse('2026-11-20T09:00:00.000Z')
  readonly #heap: Timer[] = []
  #nowMs = 0
  #turns = 0

  now(): Date {
    return new Date(this.#startMs + this.#nowMs)
  }

  monotonicMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, callBack: () => void): () => void {
    this.#turns += 1
    const atMs = Math.ceil(this.#nowMs + Math.max(0, delayMs))
    const timer: Timer = { atMs, turn: this.#turns, callBack }
    this.#push(timer)
    return () => {
      timer.callBack = null
    }
  }

  soon(callBack: () => void): void {
    queueMicrotask(callBack)
  }

  /** Moves time on until `isOver`, or until `mostMs` is reached, or until nothing is due any more. */
  async run(isOver: () => boolean, mostMs: number): Promise<void> {
    await settled()
    while (!isOver()) {
      const atMs = this.#heap[0]?.atMs
      if (atMs === undefined || atMs > mostMs) return
      this.#nowMs = Math.max(this.#nowMs, atMs)
      while (this.#heap[0]?.atMs === atMs) {
        const timer = this.#pop()
        timer?.callBack?.()
      }
      await settled()
    }
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(timer)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(timer, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = timer
  }

  #pop(): Timer | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || !isBefore(child, last)) break
      heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
    return first
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.turn < b.turn)
}

/** Everything that can go on without time passing has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
