import type { Hold, HoldType } from '#shared/outbox/hold.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { Holds } from '#main/platform/holds.ts'
import { storageRetryMs } from '#main/platform/loop.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'

/** The holds for a disk that cannot be written. */
export const storageHolds = ['disk-full', 'read-only', 'disk-fault'] as const

/** A hold that another part of the application watches: it is set and lifted by one call. */
export type OutsideHold = Extract<Hold, { type: 'practice-unavailable' | 'locked' | 'policy-unread' }>
/** What no check ends: whoever watches it lifts it, and a new key lifts the lack of one. */
type LiftedHold = OutsideHold | Extract<Hold, { type: 'no-key' }>

/** The engine's holds. Each blocks sending, `insurer-problem` all but one entry at a time; none changes an entry. */
export class EngineHolds extends Holds<HoldType, Hold> {
  /** Whether the insurer may be asked: under no hold, or under the one that its good answer ends. */
  get mayAsk(): boolean {
    return this.all().every(([type]) => type === 'insurer-problem')
  }

  /** Adds or renews a hold. @param againInMs delay until the next check; null waits for who lifts it. */
  hold(...[hold, againInMs]: [Hold, number] | [LiftedHold, null]): void {
    this.add(hold.type, hold, againInMs)
  }

  /** As they are shown, with the end of a wait by the system clock, which may have been changed since it began. */
  shown(now: Date): readonly Hold[] {
    return this.all().map(([type, hold]) => {
      const leftMs = this.msUntil(type)
      if (hold.type !== 'rate-limited' || leftMs === null) return hold
      return { ...hold, until: new Date(now.getTime() + leftMs).toISOString() }
    })
  }

  /**
   * A failed write holds everything: without a commit nothing may be sent. A failure that only means an entry changed
   * meanwhile holds nothing. @returns whether there is a hold now
   */
  holdIfUnwritten(failure: OutboxFailure): boolean {
    if (!isStorageFailure(failure)) return false
    const { type } = failure
    this.lift(...storageHolds)
    this.hold({ type: type === 'disk-full' || type === 'read-only' ? type : 'disk-fault' }, storageRetryMs)
    return true
  }
}

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
