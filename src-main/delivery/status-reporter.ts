import type { EngineStatus, Hold } from '#shared/outbox/hold.ts'
import { isReconcilable, isSending, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { ConnectionWatch } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import { countEntries, sumOf, type CountsOf } from './status.ts'
import type { Timetable } from './timetable.ts'

/** Reports the state of delivery, from the data itself. */
export class StatusReporter {
  readonly #options: Pick<EngineOptions, 'outbox' | 'clock'>
  readonly #connection: ConnectionWatch
  readonly #timetable: Timetable
  #receivedToday: ReadonlyMap<string | null, number> = new Map()

  constructor(
    options: Pick<EngineOptions, 'outbox' | 'clock'>,
    connection: ConnectionWatch,
    timetable: Timetable,
  ) {
    this.#options = options
    this.#connection = connection
    this.#timetable = timetable
  }

  /** @param counts whose entries are counted. */
  status(counts: CountsOf, paused: boolean): EngineStatus {
    const { outbox, clock } = this.#options
    const midnight = new Date(clock.now())
    midnight.setHours(0, 0, 0, 0)
    const entries = [...outbox.undelivered()].filter(({ officerId }) => counts(officerId))
    const nextMidnight = new Date(midnight)
    nextMidnight.setDate(midnight.getDate() + 1)
    const received = guardStorage(() =>
      outbox.receivedSince(midnight.toISOString(), nextMidnight.toISOString()),
    )
    // The status must still be reported when the disk cannot be read.
    if (received.ok) this.#receivedToday = received.value
    const holds: readonly Hold[] = this.#connection.holds.holds()
    return {
      holds: paused ? [...holds, { type: 'paused' }] : holds,
      connection: this.#connection.state,
      lastContactAt: this.#connection.lastContactAt,
      sendingId: entries.find((entry) => isSending(entry.state))?.id ?? null,
      counts: countEntries(entries, sumOf(this.#receivedToday, counts)),
    }
  }

  /** When an entry is next tried or looked up, in system time; null when only an event moves it on. */
  nextTryAt({ id, body, state }: KeptEntry): string | null {
    const what = isWaiting(state) ? 'attempt' : 'reading'
    const moves = isWaiting(state) || isReconcilable(body.kind, state)
    const inMs = moves ? this.#timetable.msUntilNext(id, what) : null
    return inMs === null ? null : new Date(this.#options.clock.now().getTime() + inMs).toISOString()
  }
}
