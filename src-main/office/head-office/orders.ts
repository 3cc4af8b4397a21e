import { createHash } from 'node:crypto'
import type { HeadOfficeStatus, OrderProblem } from '#shared/head-office.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import { createFeedClient, FeedError } from '#main/shell/updates/feed-client.ts'
import type { ApplyOptions } from './apply.ts'
import { applyOrder } from './apply-order.ts'
import { isOver } from './fleet-content.ts'
import { loadFleet, type FleetState } from './kept-fleet.ts'
import { largestOrder, openOrder, orderFileName } from './order-format.ts'

const feedEveryMs = 6 * 3_600_000
/** Where what a look needs did not answer: many a computer is on for less than six hours. */
const againMs = 3_600_000
const firstLookMs = 10_000

export interface OrdersOptions extends ApplyOptions {
  readonly clock: Clock
  /** How far this computer's clock is ahead of the insurer's, in ms; 0 while that is unknown. */
  readonly clockAheadMs: () => number
  readonly onEvent?:
    | ((name: 'head-office-applied' | 'head-office-refused', reason?: OrderProblem) => void)
    | undefined
}

/**
 * Signed files of head office, which this computer takes by itself. Nothing is looked for on a computer that was not set
 * up from a file of head office: it could not tell who signed.
 */
export class Orders {
  readonly changed = new Signal()
  readonly #options: OrdersOptions
  readonly #inTurn = oneAtATime()
  #problem: { readonly problem: OrderProblem; readonly digest: string } | null = null
  #cancel: () => void = () => undefined
  #state: FleetState | null = null
  /** What the last look needed did not answer, or the disk refused it. */
  #waits = false
  #isClosed = false

  constructor(options: OrdersOptions) {
    this.#options = options
  }

  /** Null where this computer was not set up from a file of head office. */
  status(): HeadOfficeStatus | null {
    if (this.#state === null) return null
    const { fleet, lastChange } = this.#state
    return { keyNumber: fleet.number, lastChange, problem: this.#problem?.problem ?? null }
  }

  /** Looks soon, and then regularly. */
  start(): void {
    void this.reload()
    this.#later(firstLookMs)
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
  look(): Promise<void> {
    return this.#inTurn(async () => {
      const { dataFolder, secretsKey } = this.#options
      if (this.#isClosed) return
      this.#waits = false
      // The keyring may have been opened since.
      this.#state ??= await loadFleet(dataFolder, secretsKey)
      if (this.#state !== null) await this.#lookWith(this.#state)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
  }

  async #lookWith(state: FleetState): Promise<void> {
    const bytes = await this.#read()
    if (bytes === null) return
    if (bytes === 'unfit') {
      this.#refuse('unreadable', '')
      return
    }
    const digest = createHash('sha256').update(bytes).digest('hex')
    // The order is in force here already; if it brought a new secret, that one no longer opens it.
    if (digest === state.orderDigest) {
      this.#clear()
      return
    }
    const opened = openOrder(bytes, state.fleet)
    if (!opened.ok) {
      this.#refuse(opened.error, digest)
      return
    }
    const content = opened.value
    const { number } = content.fleet
    const { clock, clockAheadMs, onEvent, dataFolder, secretsKey } = this.#options
    if (number < state.fleet.number) this.#refuse('older', digest)
    else if (number === state.fleet.number) this.#refuse('number-used', digest)
    else if (isOver(content, clock.now().getTime() - clockAheadMs())) this.#refuse('expired', digest)
    else {
      const outcome = await applyOrder(content, state, this.#options, { digest, now: clock.now() })
      this.#state = (await loadFleet(dataFolder, secretsKey)) ?? state
      this.#waits = outcome === 'waits' || outcome === 'not-written'
      if (outcome === 'waits') return
      if (outcome === 'applied') {
        this.#problem = null
        onEvent?.('head-office-applied')
        this.changed.emit()
      } else this.#refuse(outcome, digest)
    }
  }

  /** Null: there is none, or the feed does not answer now. */
  async #read(): Promise<Buffer | 'unfit' | null> {
    const { settings, network } = this.#options
    const feed = settings.inForce.updateFeed
    if (feed === null) return null
    const client = createFeedClient(feed, network)
    try {
      return await client.small(orderFileName, largestOrder)
    } catch (error) {
      if (error instanceof FeedError && error.reason === 'not-a-feed') return 'unfit'
      this.#waits = true
      return null
    } finally {
      await client.close()
    }
  }

  /** Reported once for each file. */
  #refuse(problem: OrderProblem, digest: string): void {
    if (this.#problem?.problem === problem && this.#problem.digest === digest) return
    this.#problem = { problem, digest }
    this.#options.onEvent?.('head-office-refused', problem)
    this.changed.emit()
  }

  #clear(): void {
    if (this.#problem === null) return
    this.#problem = null
    this.changed.emit()
  }

  #later(delayMs: number): void {
    if (this.#isClosed) return
    const again = (): void => this.#later(this.#waits ? againMs : feedEveryMs)
    this.#cancel = this.#options.clock.after(delayMs, () => void this.look().then(again, again))
  }
}
