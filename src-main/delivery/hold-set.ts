import type { Hold, HoldType } from '#shared/outbox/hold.ts'
import type { Clock } from '../platform/clock.ts'

interface Held {
  readonly hold: Hold
  /** When to check again (monotonic), or null when only an event ends it. */
  readonly againAtMs: number | null
}

/** The engine's holds. Each blocks sending; none changes an entry. */
export class HoldSet {
  readonly #clock: Clock
  readonly #held = new Map<string, Held>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds or renews a hold. @param againInMs delay until the next check; null waits for an event or an officer. */
  add(hold: Hold, againInMs: number | null): void {
    const againAtMs = againInMs === null ? null : this.#clock.monotonicMs() + againInMs
    this.#held.set(keyOf(hold), { hold, againAtMs })
  }

  /** @returns whether there was such a hold. */
  lift(...types: readonly HoldType[]): boolean {
    let lifted = false
    for (const [key, { hold }] of this.#held) {
      if (types.includes(hold.type)) lifted = this.#held.delete(key) || lifted
    }
    return lifted
  }

  has(type: HoldType): boolean {
    return [...this.#held.values()].some(({ hold }) => hold.type === type)
  }

  hasListHold(product: string): boolean {
    return this.#held.has(`list-unavailable/${product}`)
  }

  liftListHold(product: string): void {
    this.#held.delete(`list-unavailable/${product}`)
  }

  /** Whether its next check is due. */
  isDue(type: HoldType): boolean {
    const now = this.#clock.monotonicMs()
    return this.all().some(
      ({ hold, againAtMs }) => hold.type === type && againAtMs !== null && againAtMs <= now,
    )
  }

  /** Milliseconds until its next check is due; 0 without such a hold. */
  msLeft(type: HoldType): number {
    const due = this.#looks(({ hold }) => hold.type === type)
    return due.length === 0 ? 0 : Math.max(0, Math.max(...due) - this.#clock.monotonicMs())
  }

  isListHoldDue(product: string): boolean {
    const againAtMs = this.#held.get(`list-unavailable/${product}`)?.againAtMs ?? null
    return againAtMs !== null && againAtMs <= this.#clock.monotonicMs()
  }

  /** Makes the next check of these due now. */
  lookAgainNow(...types: readonly HoldType[]): void {
    for (const { hold } of this.all()) if (types.includes(hold.type)) this.add(hold, 0)
  }

  /** Milliseconds until the next check of any hold that blocks everything, or null. */
  msUntilLook(): number | null {
    const due = this.#looks(({ hold }) => hold.type !== 'list-unavailable')
    return due.length === 0 ? null : Math.max(0, Math.min(...due) - this.#clock.monotonicMs())
  }

  /**
   * Milliseconds from `sinceMs` (monotonic) until an unreadable claim list is next tried, or null. One that was due
   * before `sinceMs` has no entry that needs it; it is skipped so that it does not hide a later one.
   */
  msUntilListLook(sinceMs: number): number | null {
    const due = this.#looks(({ hold }) => hold.type === 'list-unavailable').filter((atMs) => atMs > sinceMs)
    return due.length === 0 ? null : Math.min(...due) - sinceMs
  }

  #looks(concerns: (held: Held) => boolean): readonly number[] {
    return this.all().flatMap((held) => (held.againAtMs === null || !concerns(held) ? [] : [held.againAtMs]))
  }

  /** Whether everything waits; an unreadable list holds back only its own product. */
  blocksAll(): boolean {
    return this.all().some(({ hold }) => hold.type !== 'list-unavailable')
  }

  holds(): readonly Hold[] {
    const now = this.#clock.now().getTime()
    return this.all().map(({ hold, againAtMs }) => {
      if (hold.type !== 'rate-limited' || againAtMs === null) return hold
      // The system clock may have been changed since the wait began.
      const leftMs = Math.max(0, againAtMs - this.#clock.monotonicMs())
      return { ...hold, until: new Date(now + leftMs).toISOString() }
    })
  }

  private all(): readonly Held[] {
    return [...this.#held.values()]
  }
}

function keyOf(hold: Hold): string {
  return hold.type === 'list-unavailable' ? `list-unavailable/${hold.product}` : hold.type
}
