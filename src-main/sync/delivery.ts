import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { isSending } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Baseline, KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { backoffMs, entryBackoff } from './backoff.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import type { ReadingDesk } from './reading-desk.ts'
import type { Timetable } from './timetable.ts'

interface Answered {
  readonly id: string
  readonly outcome: AttemptOutcome
  readonly at: string
  /** How often trouble had shown when it was sent. */
  readonly troubles: number
}

/** Attempts: each opened on the disk, sent, closed on the disk, and only then acted upon. */
export class Delivery {
  readonly #options: EngineOptions
  readonly #connection: ConnectionWatch
  readonly #timetable: Timetable
  readonly #readings: ReadingDesk
  /** Known outcomes that the disk did not take, in the order they came. */
  readonly #unwritten = new Map<string, Answered>()

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

  /** Opens an attempt: nothing may be sent before this is on the disk. @returns the entry as it is sent. */
  open(entry: KeptEntry, baseline: Baseline | null): Result<KeptEntry, OutboxFailure> {
    const { outbox, clock, onEntries, onStatus } = this.#options
    const opened = outbox.openAttempt(entry.id, baseline, clock.now().toISOString())
    if (!opened.ok) return opened
    onEntries([opened.value])
    onStatus()
    return opened
  }

  /**
   * Sends an entry whose attempt was opened, once. @param signal cuts it off, with the reason it becomes unconfirmed by.
   * @returns a failure when the outcome could not be written down: it is kept for `closeUnwritten`.
   */
  async send(entry: KeptEntry, signal: AbortSignal): Promise<Result<null, OutboxFailure>> {
    const { troubles } = this.#connection
    const outcome = await this.#post(entry, signal)
    return this.#close({ id: entry.id, outcome, at: this.#options.clock.now().toISOString(), troubles })
  }

  /** Writes the outcomes that could not be written before; nothing to do when there are none. */
  closeUnwritten(): Result<null, OutboxFailure> {
    for (const answered of [...this.#unwritten.values()]) {
      const closed = this.#close(answered)
      if (!closed.ok) return closed
    }
    return ok(null)
  }

  /** While no attempt is open: one that is open in the file is one whose end nobody will hear of. */
  closeOrphans(): readonly Result<KeptEntry, OutboxFailure>[] {
    const { outbox, clock } = this.#options
    const at = clock.now().toISOString()
    const orphans = [...outbox.undelivered()].filter(({ state }) => isSending(state))
    return orphans.map(({ id }) => outbox.apply(id, { type: 'attempt-orphaned', at, cause: 'stopped' }))
  }

  #post({ body }: KeptEntry, signal: AbortSignal): Promise<AttemptOutcome> {
    const { api } = this.#options
    return body.kind === 'claim'
      ? api.createClaim(body.product, body.claim, body.branchReference, signal)
      : api.requestPharmacy(body.pharmacyId, body.policyNumber, signal)
  }

  #close(answered: Answered): Result<null, OutboxFailure> {
    const closed = this.#options.outbox.closeAttempt(answered.id, answered.outcome, answered.at)
    if (closed.ok) this.#unwritten.delete(answered.id)
    // A known outcome that is not on the disk is written before anything else happens.
    else this.#unwritten.set(answered.id, answered)
    if (!closed.ok) return closed
    this.#act(closed.value, answered)
    this.#options.onEntries([closed.value])
    return ok(null)
  }

  #act(entry: KeptEntry, { outcome, troubles }: Answered): void {
    switch (outcome.type) {
      case 'delivered':
        this.#connection.answered(troubles)
        this.#timetable.forget(entry.id)
        if (entry.body.kind === 'claim') this.#readings.noteDelivery(entry.body.product)
        break
      case 'rejected':
        this.#connection.answered(troubles)
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
