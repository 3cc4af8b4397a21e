import { networkInterfaces } from 'node:os'
import type { ConnectivityKind, ConnectivityNow } from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Sighting, Trouble } from '../api/sighting.ts'
import type { Clock } from '../platform/clock.ts'
import { Signal } from '../platform/signal.ts'
import { ClockComparison } from './clock-comparison.ts'
import { connectivityKind } from './connectivity-kind.ts'

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
  #trouble: Trouble | null = null
  #kind: ConnectivityKind | null = null
  #since: string | null = null
  #cancelLook: () => void

  constructor(options: ConnectivityMonitorOptions) {
    this.#options = options
    this.#comparison = new ClockComparison(options.clock)
    this.#cancelLook = options.clock.after(lookMs, () => this.#look())
  }

  /** Takes what an exchange with the API showed. */
  saw({ trouble, clock }: Sighting): void {
    this.#trouble = trouble
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
    return { kind: this.#kind, since: this.#since, clock: this.#comparison.difference }
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
