import { networkInterfaces } from 'node:os'
import { type ConnectivityKind, isTlsKind, type ClockDifference } from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { AnswerTrouble, ClockSample } from '#main/insurer/api/sighting.ts'
import type { EngineHolds } from './engine-holds.ts'
import type { Clock } from '#main/platform/clock.ts'

/** Beyond this, dates on claims may be wrong. */
const toleratedMs = 2 * 60_000
/** How far the wall clock may drift from the monotonic clock before it counts as moved. */
const strayMs = 5_000

/** Compares this computer's clock with the insurer's, and detects when it is changed. */
export class ClockComparison {
  readonly #clock: Clock
  #last: (ClockDifference & { readonly offsetMs: number }) | null = null

  #noticedMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns whether what is shown changed. */
  take({ aheadMs, uncertainMs }: ClockSample): boolean {
    const before = this.difference
    const isWrong = Math.abs(aheadMs) - uncertainMs > toleratedMs
    const comparedAt = this.#clock.now().toISOString()
    this.#last = { aheadMs, comparedAt, isWrong, offsetMs: this.#offsetMs() }
    return before?.isWrong !== isWrong || Math.abs(before.aheadMs - aheadMs) > 60_000
  }

  /** Null while unknown: before the first response, and after the clock was changed or the computer slept. */
  get difference(): ClockDifference | null {
    if (this.#last === null || this.#wasMoved()) return null
    const { aheadMs, comparedAt, isWrong } = this.#last
    return { aheadMs, comparedAt, isWrong }
  }

  /**
   * Whether the clock was changed (or the computer slept) since the last comparison. True once per change: a new
   * response is needed.
   */
  noticeMove(): boolean {
    const offsetMs = this.#offsetMs()
    if (!this.#wasMoved() || Math.abs(offsetMs - (this.#noticedMs ?? Infinity)) <= strayMs) return false
    this.#noticedMs = offsetMs
    return true
  }

  #wasMoved(): boolean {
    return this.#last !== null && Math.abs(this.#offsetMs() - this.#last.offsetMs) > strayMs
  }

  #offsetMs(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}

/** Whether this computer has any network: the loopback interface is always there and does not count. */
export function anyNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}

/**
 * The state of the connection with its cause: what is known of it, refined by the result of the last exchange.
 *
 * @param trouble the problem of the last exchange; null when the API answered
 * @returns null while nothing has been tried yet
 */
export function connectivityKind(
  state: EngineStatus['connection'],
  holds: Pick<EngineHolds, 'has'>,
  trouble: AnswerTrouble | null,
  hasNetwork: () => boolean,
): ConnectivityKind | null {
  if (holds.has('no-key')) return 'no-key'
  switch (state) {
    case 'unknown':
      return null
    case 'key-refused':
      return 'key-refused'
    case 'intercepted':
      return isTlsKind(trouble) ? trouble : 'intercepted'
    case 'offline':
      return offlineKind(trouble, hasNetwork)
    case 'online':
      if (holds.has('rate-limited')) return 'rate-limited'
      if (trouble === 'garbled') return trouble
      return trouble === 'server-error' || holds.has('insurer-problem') ? 'server-error' : 'works'
  }
}

function offlineKind(trouble: AnswerTrouble | null, hasNetwork: () => boolean): ConnectivityKind {
  // Without any network, name lookups fail too.
  if (trouble === 'dns') return hasNetwork() ? 'dns' : 'no-network'
  // Also when the system reported it before anything was tried.
  const isOlder = trouble === null || trouble === 'intercepted' || trouble === 'server-error'
  return isOlder ? 'no-network' : trouble
}
