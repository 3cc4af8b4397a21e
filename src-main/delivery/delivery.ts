import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { backoffMs, entryBackoff } from './backoff.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import type { ListReadings } from './list-readings.ts'
import type { Step } from './step-chooser.ts'
import { isOfTheDisk } from './storage-holds.ts'
import type { Timetable } from './timetable.ts'

/** The outcome of an attempt, not on the disk yet. */
interface Answered {
  readonly id: string
  readonly outcome: AttemptOutcome
  readonly at: string
  /** The connection's count of troubles when it was sent. */
  readonly troubles: number
}

/** What one commit contains: attempts that ended and attempts that may be sent now. */
export interface Turn {
  readonly closed: readonly KeptEntry[]
  readonly opened: readonly KeptEntry[]
  /** The next step; never another attempt. */
  readonly next: Exclude<Step, { readonly type: 'send' }>
}

/** Attempts: each is opened on the disk, sent, closed on the disk, and only then reported. */
export class Delivery {
  readonly #options: EngineOptions
  readonly #connection: ConnectionWatch
  readonly #timetable: Timetable
  readonly #readings: ListReadings
  /** Outcomes since the last turn, in order of arrival. */
  #answered: Answered[] = []
  /** Known outcomes that could not be written, in order of arrival. */
  readonly #unwritten = new Map<string, Answered>()

  constructor(
    options: EngineOptions,
    connection: ConnectionWatch,
    timetable: Timetable,
    readings: ListReadings,
  ) {
    this.#options = options
    this.#connection = connection
    this.#timetable = timetable
    this.#readings = readings
  }

  /**
   * Sends an entry whose attempt was opened, once; the next turn closes it.
   * @param signal aborts it; the abort reason is the cause recorded for the unconfirmed entry.
   */
  async send({ id, body }: KeptEntry, signal: AbortSignal): Promise<void> {
    const { troubles } = this.#connection
    const outcome = await this.#post(body, signal)
    this.#answered.push({ id, outcome, at: this.#options.clock.now().toISOString(), troubles })
  }

  /**
   * Closes answered attempts and opens the next ones in one commit, shared by attempts answered at the same time.
   *
   * @param steps chooses the steps after the closing, given the number of attempts opened so far; called until it
   *   returns anything but `send`.
   * @returns a failure when the commit failed: nothing is opened, and the answers are kept for `closeUnwritten`.
   */
  turn(steps: { afterClosing(): void; next(opened: number): Step }): Result<Turn, OutboxFailure> {
    const answered = this.#answered.splice(0)
    let isWritten = false
    try {
      const turned = this.#options.outbox.inOneCommit(() => this.#turn(answered, steps))
      isWritten = turned.ok
      return turned
    } finally {
      if (!isWritten && answered.length > 0) this.#keepUnwritten(answered)
    }
  }

  #turn(answered: readonly Answered[], steps: Parameters<Delivery['turn']>[0]): Result<Turn, OutboxFailure> {
    const { outbox, clock } = this.#options
    const closed: KeptEntry[] = []
    for (const one of answered) {
      const entry = this.#close(one)
      if (entry.ok) closed.push(entry.value)
      // An entry that changed meanwhile has nothing to close, and must not keep the others open.
      else if (isOfTheDisk(entry.error)) return entry
    }
    steps.afterClosing()
    const opened: KeptEntry[] = []
    for (;;) {
      const next = steps.next(opened.length)
      if (next.type !== 'send') return ok({ closed, opened, next })
      const entry = outbox.openAttempt(next.entry.id, next.baseline, clock.now().toISOString())
      if (!entry.ok) return entry
      opened.push(entry.value)
    }
  }

  // A known outcome that is not on the disk is written before anything else happens. The readings that already count it
  // are discarded.
  #keepUnwritten(answered: readonly Answered[]): void {
    for (const one of answered) this.#unwritten.set(one.id, one)
    this.#readings.invalidateAll()
  }

  /** Writes the outcomes that could not be written before, if any. */
  closeUnwritten(): Result<null, OutboxFailure> {
    for (const answered of [...this.#unwritten.values()]) {
      const closed = this.#close(answered)
      if (!closed.ok) return closed
      this.#unwritten.delete(answered.id)
      this.#options.onEntries([closed.value])
    }
    return ok(null)
  }

  /** Call while nothing is in flight: an attempt still open in the file will never get its answer. */
  closeOrphans(): readonly Result<KeptEntry, OutboxFailure>[] {
    const { outbox, clock } = this.#options
    const at = clock.now().toISOString()
    const orphans = [...outbox.sending()]
    return orphans.map(({ id }) => outbox.apply(id, { type: 'attempt-orphaned', at, cause: 'stopped' }))
  }

  #post(body: EntryBody, signal: AbortSignal): Promise<AttemptOutcome> {
    const { api } = this.#options
    return body.kind === 'claim'
      ? api.createClaim(body.product, body.claim, body.branchReference, signal)
      : api.requestPharmacy(body.pharmacyId, body.policyNumber, signal)
  }

  #close(answered: Answered): Result<KeptEntry, OutboxFailure> {
    const closed = this.#options.outbox.closeAttempt(answered.id, answered.outcome, answered.at)
    if (closed.ok) this.#act(closed.value, answered)
    return closed
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
      case 'forbidden':
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
