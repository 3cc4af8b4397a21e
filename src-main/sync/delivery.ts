import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Baseline, KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { backoffMs, entryBackoff } from './backoff.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import type { ReadingDesk } from './reading-desk.ts'
import type { Timetable } from './timetable.ts'

interface PendingClose {
  readonly id: string
  readonly outcome: AttemptOutcome
  readonly at: string
}

/** One attempt at a time: opened on the disk, sent, closed on the disk, and only then acted upon. */
export class Delivery {
  readonly #options: EngineOptions
  readonly #connection: ConnectionWatch
  readonly #timetable: Timetable
  readonly #readings: ReadingDesk
  #pendingClose: PendingClose | null = null

  constructor(
    options: EngineOptions,
    connection: ConnectionWatch,
    timetable: Timetable,
    readings: ReadingDesk,
  ) {
    this.#options = options
    this.#connection = connection
    this.#timetable = timetable
    this.#readings = readings
  }

  /**
   * Tries an entry once. @param signal cuts it off, with the reason it becomes unconfirmed by.
   * @returns a failure when the attempt could not be written down: before the POST nothing was sent, after it the
   *   outcome is kept for `closePending`.
   */
  async attempt(
    entry: KeptEntry,
    baseline: Baseline | null,
    signal: AbortSignal,
  ): Promise<Result<null, OutboxFailure>> {
    const { outbox, clock, onEntries, onStatus } = this.#options
    const opened = outbox.openAttempt(entry.id, baseline, clock.now().toISOString())
    if (!opened.ok) return opened
    onEntries([opened.value])
    onStatus()
    const outcome = await this.#send(opened.value, signal)
    return this.#close({ id: entry.id, outcome, at: clock.now().toISOString() })
  }

  /** Writes the outcome that could not be written before; nothing to do when there is none. */
  closePending(): Result<null, OutboxFailure> {
    return this.#pendingClose === null ? ok(null) : this.#close(this.#pendingClose)
  }

  #send({ body }: KeptEntry, signal: AbortSignal): Promise<AttemptOutcome> {
    const { api } = this.#options
    return body.kind === 'claim'
      ? api.createClaim(body.product, body.claim, body.branchReference, signal)
      : api.requestPharmacy(body.pharmacyId, body.policyNumber, signal)
  }

  #close(pending: PendingClose): Result<null, OutboxFailure> {
    const closed = this.#options.outbox.closeAttempt(pending.id, pending.outcome, pending.at)
    // A known outcome that is not on the disk is written before anything else happens.
    this.#pendingClose = closed.ok ? null : pending
    if (!closed.ok) return closed
    this.#act(closed.value, pending.outcome)
    this.#options.onEntries([closed.value])
    return ok(null)
  }

  #act(entry: KeptEntry, outcome: AttemptOutcome): void {
    switch (outcome.type) {
      case 'delivered':
        this.#connection.reached()
        this.#timetable.forget(entry.id)
        if (entry.body.kind === 'claim') this.#readings.noteDelivery(entry.body.product)
        break
      case 'rejected':
        this.#connection.reached()
        this.#timetable.forget(entry.id)
        break
      case 'not-sent': {
        const failures = 'notSentInARow' in entry.state ? entry.state.notSentInARow : 1
        const { firstMs, mostMs } = entryBackoff
        this.#timetable.delay(entry.id, backoffMs(failures, this.#options.random, firstMs, mostMs))
        this.#connection.noteTransportFailure()
        break
      }
      case 'key-refused':
        this.#connection.holdKeyRefused()
        break
      case 'rate-limited':
        this.#connection.holdRateLimit(outcome.retryAfterMs)
        break
      case 'uncertain':
        this.#timetable.startReadings(entry.id)
        if (entry.body.kind === 'claim') this.#readings.invalidate(entry.body.product)
        if (outcome.cause === 'intercepted') this.#connection.holdIntercepted()
        else if (outcome.cause === 'timeout' || outcome.cause === 'reset') {
          this.#connection.noteTransportFailure()
        }
        break
    }
  }
}
