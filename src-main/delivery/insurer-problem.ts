import type { EngineHolds } from './engine-holds.ts'

const minuteMs = 60_000
const longestMinutes = 15

/**
 * The hold for an insurer whose system has a problem: POSTs of two policies in a row got a 5xx, with no good answer
 * between. One policy alone proves nothing, since its claim may be what the system cannot take. Under it one entry at a
 * time is tried, of another policy each time, after 1, 2, 4 … 15 min. Not remembered: after a start the first two POSTs
 * find it again.
 */
export class InsurerProblem {
  readonly #holds: EngineHolds
  /** The policy that last got a 5xx, or was last tried, with no good answer since. */
  #lastPolicy: string | null = null
  #tries = 0

  constructor(holds: EngineHolds) {
    this.#holds = holds
  }

  get isHeld(): boolean {
    return this.#holds.has('insurer-problem')
  }

  get isTryDue(): boolean {
    return this.#holds.isDue('insurer-problem')
  }

  isLast(policy: string): boolean {
    return policy === this.#lastPolicy
  }

  /** A POST got a 5xx. */
  failed(policy: string): void {
    const isAnother = this.#lastPolicy !== null && !this.isLast(policy)
    this.#lastPolicy = policy
    if (isAnother && !this.isHeld) this.#planTry()
  }

  /** A POST is on its way: under the hold it is the one try, and the next is planned. */
  opened(policy: string): void {
    if (!this.isHeld) return
    this.#lastPolicy = policy
    this.#planTry()
  }

  /** The insurer answered well. */
  end(): void {
    this.#lastPolicy = null
    this.#tries = 0
    this.#holds.lift('insurer-problem')
  }

  #planTry(): void {
    this.#holds.hold({ type: 'insurer-problem' }, Math.min(longestMinutes, 2 ** this.#tries) * minuteMs)
    this.#tries += 1
  }
}
