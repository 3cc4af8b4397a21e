import { createHash } from 'node:crypto'
import type { HeadOfficeStatus, OrderProblem } from '#shared/head-office.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Clock } from '../platform/clock.ts'
import type { OfficeFolders } from '../platform/office-folders.ts'
import { Signal } from '../platform/signal.ts'
import { applyOrder, type ApplyOptions } from './apply-order.ts'
import { loadFleet, type FleetState } from './kept-fleet.ts'
import { openOrder } from './order-format.ts'
import { readFromFeed, readFromFolder, type OrderSource, type ReadOrder } from './order-sources.ts'

const folderEveryMs = 5 * 60_000
const feedEveryMs = 6 * 3_600_000
const firstLookMs = 10_000

export interface OrdersOptions extends ApplyOptions {
  readonly clock: Clock
  readonly folders: OfficeFolders
  /** How far this computer's clock is ahead of the insurer's, in ms; 0 while that is unknown. */
  readonly clockAheadMs: () => number
  /** How each place is read; by default the folder and the feed of the settings. */
  readonly read?: Readonly<Record<OrderSource, ReadOrder>>
  readonly onEvent?:
    ((name: 'head-office-applied' | 'head-office-refused', reason?: OrderProblem) => void) | undefined
}

/**
 * Signed files of head office, which this computer takes by itself. Nothing is looked for on a computer that was not set
 * up from a file of head office: it could not tell who signed.
 */
export class Orders {
  readonly changed = new Signal()
  readonly #options: OrdersOptions
  readonly #read: Readonly<Record<OrderSource, ReadOrder>>
  readonly #inTurn = oneAtATime()
  readonly #problems = new Map<OrderSource, { readonly problem: OrderProblem; readonly digest: string }>()
  readonly #cancel = new Map<OrderSource, () => void>()
  #state: FleetState | null = null
  #isClosed = false

  constructor(options: OrdersOptions) {
    const { settings, network, folders } = options
    this.#options = options
    this.#read = options.read ?? {
      folder: () => readFromFolder(settings.inForce.headOfficeFolder, folders),
      feed: () => readFromFeed(settings.inForce.updateFeed, network),
    }
  }

  /** Null where this computer was not set up from a file of head office. */
  status(): HeadOfficeStatus | null {
    if (this.#state === null) return null
    const { fleet, lastChange } = this.#state
    const [first] = [...this.#problems.values()]
    return { keyNumber: fleet.number, lastChange, problem: first?.problem ?? null }
  }

  /** Begins looking: soon, and again and again. */
  start(): void {
    void this.reload()
    this.#later('folder', firstLookMs)
    this.#later('feed', firstLookMs)
  }

  /** Reads again what this computer knows of head office: at the start, and after a set-up. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const { dataFolder, secretsKey } = this.#options
      this.#state = await loadFleet(dataFolder, secretsKey)
      if (this.#state !== null) this.changed.emit()
    })
  }

  /** Looks now. Never fails: what cannot be taken now is looked at again. */
  look(source: OrderSource): Promise<void> {
    return this.#inTurn(async () => {
      const { dataFolder, secretsKey } = this.#options
      if (this.#isClosed) return
      // The keyring may have been opened since.
      this.#state ??= await loadFleet(dataFolder, secretsKey)
      if (this.#state !== null) await this.#lookWith(this.#state, source)
    })
  }

  close(): void {
    this.#isClosed = true
    for (const cancel of this.#cancel.values()) cancel()
  }

  async #lookWith(state: FleetState, source: OrderSource): Promise<void> {
    const bytes = await this.#read[source]().catch(() => null)
    if (bytes === null) return
    if (bytes === 'unfit') {
      this.#refuse(source, 'unreadable', '')
      return
    }
    const digest = createHash('sha256').update(bytes).digest('hex')
    const opened = openOrder(bytes, state.fleet)
    if (!opened.ok) {
      this.#refuse(source, opened.error, digest)
      return
    }
    const order = opened.value
    const { clock, clockAheadMs, onEvent } = this.#options
    if (order.number < state.fleet.number) this.#refuse(source, 'older', digest)
    else if (order.number === state.fleet.number) this.#clear(source)
    else if (Date.parse(order.expiresAt) <= clock.now().getTime() - clockAheadMs())
      this.#refuse(source, 'expired', digest)
    else {
      const applied = await applyOrder(order, state, this.#options, clock.now())
      if (applied.type === 'refused') this.#refuse(source, applied.problem, digest)
      if (applied.type !== 'applied') return
      this.#state = applied.state
      this.#problems.clear()
      onEvent?.('head-office-applied')
      this.changed.emit()
    }
  }

  /** Reported once for each file. */
  #refuse(source: OrderSource, problem: OrderProblem, digest: string): void {
    const before = this.#problems.get(source)
    if (before?.problem === problem && before.digest === digest) return
    this.#problems.set(source, { problem, digest })
    this.#options.onEvent?.('head-office-refused', problem)
    this.changed.emit()
  }

  #clear(source: OrderSource): void {
    if (this.#problems.delete(source)) this.changed.emit()
  }

  #later(source: OrderSource, delayMs: number): void {
    if (this.#isClosed) return
    const again = (): void => this.#later(source, source === 'folder' ? folderEveryMs : feedEveryMs)
    this.#cancel.set(
      source,
      this.#options.clock.after(delayMs, () => void this.look(source).then(again, again)),
    )
  }
}
