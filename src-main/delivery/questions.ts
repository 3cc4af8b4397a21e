import type { Product } from '#shared/domain/product.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import type { ReadingWaiters } from './reading-waiters.ts'
import type { ListReadings } from './list-readings.ts'
import type { InFlight } from './in-flight.ts'

export interface QuestionsParts {
  readonly options: Pick<EngineOptions, 'api' | 'clock' | 'onEntries'>
  readonly connection: ConnectionWatch
  readonly readings: ListReadings
  readonly readingWaiters: ReadingWaiters
  readonly inFlight: InFlight
  /** Why the current request was aborted or is about to be; null when it is not. */
  readonly halted: () => 'suspended' | 'stopping' | null
}

/** The engine's read-only requests to the API: whether it can be reached, and what its claim lists hold. */
export class Questions {
  readonly #parts: QuestionsParts

  constructor(parts: QuestionsParts) {
    this.#parts = parts
  }

  /** Checks whether the API can be reached. */
  async probe(): Promise<void> {
    const { options, connection, inFlight, halted } = this.#parts
    const check = await inFlight.ask((signal) => options.api.checkConnection(signal))
    if (halted() === null) connection.afterProbe(check)
  }

  /** Reads a claim list and settles what it shows. @returns a failure when the result could not be written. */
  async read(product: Product): Promise<Result<null, OutboxFailure>> {
    const { options, connection, readings, readingWaiters, inFlight, halted } = this.#parts
    const askedAtMs = options.clock.monotonicMs()
    const list = await inFlight.ask((signal) => options.api.listClaims(product, signal))
    if (halted() === 'suspended' || (halted() === 'stopping' && !list.ok)) return ok(null)
    let written: Result<null, OutboxFailure> = ok(null)
    if (!list.ok) {
      written = readings.postpone(product, list.error)
      connection.afterFailedReading(product, list.error)
    } else {
      connection.reached()
      const taken = readings.take(product, list.value, askedAtMs)
      // Nothing may be sent on a list that became shorter: its claims wait as if it could not be read.
      if (readings.isCut(product)) connection.afterFailedReading(product, { type: 'wrong-shape' })
      else connection.afterReading(product)
      if (taken.ok) options.onEntries(taken.value)
      else written = taken
    }
    readingWaiters.release(product)
    return written
  }
}
