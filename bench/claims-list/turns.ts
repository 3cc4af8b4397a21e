import { setTimeout as after } from 'node:timers/promises'
import { nextTurn } from '#main/platform/slices.ts'
import type { Turn } from './orders.ts'

/** A turn that does something, in ms. */
const busyMs = 1
const calmMs = 250

/** Watches the turns of this process's event loop. */
export class Turns {
  #longest: Turn = { ms: 0, workedMs: 0 }
  #busyAt = performance.now()
  #isOver = false

  constructor() {
    let [before, workedBefore] = [performance.now(), workedMs()]
    const look = (): void => {
      const [now, worked] = [performance.now(), workedMs()]
      const turn = { ms: now - before, workedMs: worked - workedBefore }
      const { ms, workedMs: most } = this.#longest
      this.#longest = { ms: Math.max(ms, turn.ms), workedMs: Math.max(most, turn.workedMs) }
      if (turn.ms > busyMs) this.#busyAt = now
      before = now
      workedBefore = worked
      if (!this.#isOver) setImmediate(look)
    }
    setImmediate(look)
  }

  /** Times work that begins in a turn of its own, as a question of the page does, with its longest turn. */
  async during(work: () => unknown): Promise<{ readonly ms: number; readonly turn: Turn }> {
    await this.take()
    const startedMs = performance.now()
    await work()
    const ms = performance.now() - startedMs
    return { ms, turn: await this.take() }
  }

  /** The longest since the last time, once the present one is over. */
  async take(): Promise<Turn> {
    await nextTurn()
    await nextTurn()
    const longest = this.#longest
    this.#longest = { ms: 0, workedMs: 0 }
    return longest
  }

  /** Resolves once nothing was done for a while. */
  async calm(): Promise<void> {
    const startedAt = performance.now()
    while (performance.now() - Math.max(startedAt, this.#busyAt) < calmMs) await after(calmMs / 5)
  }

  end(): void {
    this.#isOver = true
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function longestOf(turns: readonly Turn[]): Turn {
  return {
    ms: Math.max(...turns.map(({ ms }) => ms)),
    workedMs: Math.max(...turns.map((turn) => turn.workedMs)),
  }
}
