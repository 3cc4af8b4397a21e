import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Clock } from '../platform/clock.ts'
import { backoffMs, probeBackoff, type Random } from './backoff.ts'

/** A lane is added again after this many answers in a row without trouble, for each lane that is open. */
const answersPerLane = 4
/** Troubles in a row after which attempts pause. */
const troublesBeforePause = 3
/** When the server comes back, the branches do not come back in the same second. */
const spreadMs = 60_000

export interface LanesOptions {
  readonly clock: Clock
  readonly random: Random
  /** How many entries, each of another policy, may be in flight at once; at least one. */
  readonly most: () => number
}

/** How many attempts may be in flight at once: fewer while the server has trouble, more again slowly. */
export class Lanes {
  readonly #options: LanesOptions
  #open = Infinity
  #answersInARow = 0
  #troublesInARow = 0
  #narrowedAtMs = -Infinity
  #opensAtMs = -Infinity

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /** How many there are now. */
  get count(): number {
    return Math.max(1, Math.min(this.#options.most(), this.#open))
  }

  /** @param open attempts in flight. */
  mayOpen(open: number): boolean {
    return this.#opensAtMs <= this.#options.clock.monotonicMs() && open < this.count
  }

  /** Milliseconds until attempts may begin again; null when they may. */
  msUntilOpen(): number | null {
    const leftMs = this.#opensAtMs - this.#options.clock.monotonicMs()
    return leftMs > 0 ? leftMs : null
  }

  /** @param openedAtMs when the attempt began (monotonic): attempts of one moment narrow the lanes once. */
  note(outcome: AttemptOutcome, openedAtMs: number): void {
    if (outcome.type === 'delivered' || outcome.type === 'rejected') this.#noteAnswer()
    else if (isTrouble(outcome)) this.#noteTrouble(openedAtMs)
  }

  /** The server can be reached again after an outage of its own: attempts wait a random part of a minute. */
  spread(): void {
    this.#opensAtMs = this.#options.clock.monotonicMs() + this.#options.random() * spreadMs
  }

  /** An officer is here, or our own network is back: nothing waits. */
  openNow(): void {
    this.#opensAtMs = -Infinity
    this.#troublesInARow = 0
  }

  #noteAnswer(): void {
    this.#troublesInARow = 0
    this.#answersInARow += 1
    if (this.#open === Infinity || this.#answersInARow < answersPerLane * this.#open) return
    this.#answersInARow = 0
    this.#open += 1
    if (this.#open >= this.#options.most()) this.#open = Infinity
  }

  #noteTrouble(openedAtMs: number): void {
    const { clock, random } = this.#options
    this.#answersInARow = 0
    if (openedAtMs < this.#narrowedAtMs) return
    this.#narrowedAtMs = clock.monotonicMs()
    this.#open = Math.max(1, Math.floor(this.count / 2))
    this.#troublesInARow += 1
    const pauses = this.#troublesInARow - troublesBeforePause + 1
    if (pauses < 1) return
    const { firstMs, mostMs } = probeBackoff
    this.#opensAtMs = clock.monotonicMs() + backoffMs(pauses, random, firstMs, mostMs)
  }
}

function isTrouble(outcome: AttemptOutcome): boolean {
  if (outcome.type === 'rate-limited') return true
  return outcome.type === 'uncertain' && (outcome.cause === 'server-error' || outcome.cause === 'timeout')
}
