import { networkInterfaces } from 'node:os'
import {
  type ConnectivityKind,
  type ConnectivityNow,
  isTlsKind,
  type ClockDifference,
} from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Sighting, AnswerTrouble, ClockSample } from '#main/insurer/api/sighting.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'

/** Beyond this, dates on claims may be wrong. */
const toleratedMs = 2 * 60_000
/** How far the wall clock may drift from the monotonic clock before it counts as moved. */
const strayMs = 5_000

/** Compares this computer's clock with the insurer's, and detects when it is changed. */
class ClockComparison {
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

const lookMs = 15_000

export interface ConnectivityMonitorOptions {
  readonly clock: Clock
  readonly status: () => Pick<EngineStatus, 'connection' | 'holds'>
  /** Whether this computer has any network; asks the system by default. */
  readonly hasNetwork?: () => boolean
}

/**
 * Watches the state of the connection and its cause, and compares the clock. It only listens: delivery never waits for
 * it or depends on it.
 */
export class ConnectivityMonitor {
  readonly changed = new Signal<ConnectivityNow>()
  /** The clock was changed since it was compared: a new response of the API is needed to compare it again. */
  readonly clockMoved = new Signal()
  readonly #options: ConnectivityMonitorOptions
  readonly #comparison: ClockComparison
  #trouble: AnswerTrouble | null = null
  #code: string | undefined
  #kind: ConnectivityKind | null = null
  #since: string | null = null
  #cancelLook: () => void

  constructor(options: ConnectivityMonitorOptions) {
    this.#options = options
    this.#comparison = new ClockComparison(options.clock)
    this.#cancelLook = options.clock.after(lookMs, () => this.#look())
  }

  /** Takes what an exchange with the API showed. */
  saw({ trouble, code, clock }: Sighting): void {
    this.#trouble = trouble
    this.#code = code
    if (clock !== null && this.#comparison.take(clock)) this.changed.emit(this.now())
    // Reached, it may still answer badly, and the engine's state does not change with that.
    if (this.#options.status().connection === 'online') this.statusChanged()
  }

  /** The engine's status may have changed. Cheap: it is called for every step. */
  statusChanged(): void {
    const { status, hasNetwork = anyNetwork } = this.#options
    const kind = connectivityKind(status(), this.#trouble, hasNetwork)
    if (kind === null || kind === this.#kind) return
    this.#kind = kind
    this.#since = this.#options.clock.now().toISOString()
    this.changed.emit(this.now())
  }

  now(): ConnectivityNow {
    const code = this.#kind === 'garbled' && this.#code !== undefined ? { code: this.#code } : {}
    return { kind: this.#kind, since: this.#since, clock: this.#comparison.difference, ...code }
  }

  /** Stops. */
  close(): void {
    this.#cancelLook()
  }

  #look(): void {
    this.#cancelLook = this.#options.clock.after(lookMs, () => this.#look())
    if (!this.#comparison.noticeMove()) return
    this.changed.emit(this.now())
    this.clockMoved.emit()
  }
}

// The loopback interface is always there and does not count.
function anyNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}

/**
 * The state of the connection with its cause: what the engine knows, refined by the result of the last exchange.
 *
 * @param trouble the problem of the last exchange; null when the API answered
 * @returns null while nothing has been tried yet
 */
function connectivityKind(
  status: Pick<EngineStatus, 'connection' | 'holds'>,
  trouble: AnswerTrouble | null,
  hasNetwork: () => boolean,
): ConnectivityKind | null {
  const holds = new Set(status.holds.map(({ type }) => type))
  if (holds.has('no-key')) return 'no-key'
  switch (status.connection) {
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
