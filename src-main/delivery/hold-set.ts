import type { Hold, HoldType } from '#shared/outbox/hold.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'

interface Held {
  readonly hold: Hold
  /** When to check again (monotonic), or null when only an event ends it. */
  readonly againAtMs: number | null
}

/** The engine's holds. Each blocks sending, `insurer-problem` all but one entry at a time; none changes an entry. */
export class HoldSet {
  readonly #clock: Clock
  readonly #held = new Map<HoldType, Held>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds or renews a hold. @param againInMs delay until the next check; null waits for an event or an officer. */
  add(hold: Hold, againInMs: number | null): void {
    const againAtMs = againInMs === null ? null : this.#clock.monotonicMs() + againInMs
    this.#held.set(hold.type, { hold, againAtMs })
  }

  /** @returns whether there was such a hold. */
  lift(...types: readonly HoldType[]): boolean {
    return types.map((type) => this.#held.delete(type)).includes(true)
  }

  has(type: HoldType): boolean {
    return this.#held.has(type)
  }

  /** Whether its next check is due. */
  isDue(type: HoldType): boolean {
    const againAtMs = this.#held.get(type)?.againAtMs ?? null
    return againAtMs !== null && againAtMs <= this.#clock.monotonicMs()
  }

  /** Milliseconds until its next check is due; 0 without such a hold. */
  msLeft(type: HoldType): number {
    const againAtMs = this.#held.get(type)?.againAtMs ?? 0
    return Math.max(0, againAtMs - this.#clock.monotonicMs())
  }

  /** Makes the next check of these due now. */
  lookAgainNow(...types: readonly HoldType[]): void {
    for (const { hold } of this.#all()) if (types.includes(hold.type)) this.add(hold, 0)
  }

  /** Milliseconds from `sinceMs` (monotonic) until the next check that was not due then; null without one. */
  msUntilLook(sinceMs: number): number | null {
    const due = this.#all().flatMap(({ againAtMs }) =>
      againAtMs === null || againAtMs <= sinceMs ? [] : [againAtMs - sinceMs],
    )
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Whether the insurer may be asked: under no hold, or under the one that its good answer ends. */
  get mayAsk(): boolean {
    return this.#all().every(({ hold }) => hold.type === 'insurer-problem')
  }

  holds(): readonly Hold[] {
    const now = this.#clock.now().getTime()
    return this.#all().map(({ hold, againAtMs }) => {
      if (hold.type !== 'rate-limited' || againAtMs === null) return hold
      // The system clock may have been changed since the wait began.
      const leftMs = Math.max(0, againAtMs - this.#clock.monotonicMs())
      return { ...hold, until: new Date(now + leftMs).toISOString() }
    })
  }

  #all(): readonly Held[] {
    return [...this.#held.values()]
  }
}

/** From a failed write to the next try. */
export const storageRetryMs = 15_000

/** The holds for a disk that cannot be written. */
export const storageHolds = ['disk-full', 'read-only', 'disk-fault'] as const

/** What became of a write. */
export type StorageWrite = { readonly ok: true } | { readonly ok: false; readonly error: OutboxFailure }

/**
 * A failed write holds everything: without a commit nothing may be sent. A failure that only means an entry changed
 * meanwhile holds nothing. @returns whether there is a hold now
 */
export function holdIfUnwritten(holds: HoldSet, result: StorageWrite): boolean {
  if (result.ok) return false
  const { type } = result.error
  if (!isStorageFailure(result.error)) return false
  holds.lift(...storageHolds)
  holds.add({ type: type === 'disk-full' || type === 'read-only' ? type : 'disk-fault' }, storageRetryMs)
  return true
}
