import type { Product } from '#shared/domain/product.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { Baseline, KeptEntry } from '../outbox/entry-codec.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import type { ReadingWaiters } from './reading-waiters.ts'
import type { ListReadings } from './list-readings.ts'
import { storageHolds } from './storage-holds.ts'
import type { Timetable } from './timetable.ts'
import { nextInTurn } from './turn.ts'

export type Step =
  | { readonly type: 'wait'; readonly forMs: number | null }
  | { readonly type: 'probe' }
  | { readonly type: 'read'; readonly product: Product }
  | { readonly type: 'send'; readonly entry: KeptEntry; readonly baseline: Baseline | null }
  | { readonly type: 'retry-storage' }

/** The engine's state when the next step is chosen. */
export interface Standing {
  readonly suspended: boolean
  /** No attempt may begin: an officer paused sending, or a drain is in progress. */
  readonly sendsNothing: boolean
  /** The number of open attempts. */
  readonly attempts: number
}

export interface StepChooserParts {
  readonly options: Pick<EngineOptions, 'outbox' | 'clock' | 'baselineMaxAgeMs' | 'sideBySide'>
  readonly connection: ConnectionWatch
  readonly timetable: Timetable
  readonly readings: ListReadings
  readonly readingWaiters: ReadingWaiters
}

/** Chooses what the engine does next. */
export class StepChooser {
  readonly #parts: StepChooserParts

  constructor(parts: StepChooserParts) {
    this.#parts = parts
  }

  /**
   * The next step. Attempts run in parallel only with other attempts: while one is open, any other due step waits for
   * it to end, and nothing more is sent that would delay that step. The end of an attempt wakes the engine.
   */
  next(standing: Standing): Step {
    const step = this.#due(standing)
    if (standing.attempts === 0 || step.type === 'wait') return step
    const mayJoin = step.type === 'send' && standing.attempts < this.#parts.options.sideBySide()
    return mayJoin ? step : { type: 'wait', forMs: null }
  }

  #due({ suspended, sendsNothing }: Standing): Step {
    const { options, connection, readingWaiters, readings } = this.#parts
    const { holds } = connection
    const sinceMs = options.clock.monotonicMs()
    if (suspended) return { type: 'wait', forMs: null }
    if (storageHolds.some((hold) => holds.isDue(hold))) return { type: 'retry-storage' }
    if (holds.isDue('rate-limited')) connection.endRateLimit()
    if (connection.isProbeDue()) return { type: 'probe' }
    if (holds.blocksAll()) {
      readingWaiters.releaseAll()
      return { type: 'wait', forMs: holds.msUntilLook() }
    }
    const isListHeld = (product: Product): boolean =>
      holds.hasListHold(product) && !holds.isListHoldDue(product)
    const toRead = readings.dueProduct(isListHeld)
    if (toRead !== null) return { type: 'read', product: toRead }
    // What they wait for was settled meanwhile, so no reading will come to end the wait.
    readingWaiters.releaseAll()
    const delivery = sendsNothing ? null : this.#nextDelivery(isListHeld)
    return delivery ?? { type: 'wait', forMs: this.#msUntilNext(sinceMs) }
  }

  #nextDelivery(isListHeld: (product: Product) => boolean): Step | null {
    const { options, timetable, readings } = this.#parts
    const { outbox } = options
    const entries = { inOrder: outbox.undelivered(), onTheirWay: outbox.sending() }
    const entry = nextInTurn(entries, {
      mayTry: ({ id, body }) => timetable.mayTry(id) && !(body.kind === 'claim' && isListHeld(body.product)),
    })
    if (entry === null) return null
    if (entry.body.kind === 'pharmacy-request') return { type: 'send', entry, baseline: null }
    const baseline = readings.baselineFor(entry.body.product, entry, options.baselineMaxAgeMs())
    return baseline === null
      ? { type: 'read', product: entry.body.product }
      : { type: 'send', entry, baseline }
  }

  // The first of: a hold's next check, an entry's next try or reading, the idle probe. Counted from the time before the
  // due steps were determined: what was due then is blocked otherwise; what became due since must not be slept past.
  #msUntilNext(sinceMs: number): number {
    const { options, connection, timetable } = this.#parts
    let soonest = connection.msUntilIdleProbe()
    const consider = (ms: number | null): void => {
      if (ms !== null && ms > 0) soonest = Math.min(soonest, ms)
    }
    consider(connection.holds.msUntilListLook(sinceMs))
    for (const entry of options.outbox.undelivered()) {
      const what = isWaiting(entry.state) ? 'attempt' : 'reading'
      consider(timetable.msUntilNext(entry.id, what, sinceMs))
    }
    for (const binding of ['binding/keke', 'binding/okada']) {
      consider(timetable.msUntilNext(binding, 'reading', sinceMs))
    }
    return soonest
  }
}
