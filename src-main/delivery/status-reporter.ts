import type { EngineStatus, Hold } from '#shared/outbox/hold.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import { isReconcilable, isSending, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { EngineParts } from './engine-parts.ts'
import { countEntries, sumOf, type CountsOf } from './status.ts'

/** Reports the state of delivery, from the data itself. */
export class StatusReporter {
  readonly #parts: EngineParts
  #duplicated: ReadonlyMap<string, string | null> = new Map()
  #receivedToday: ReadonlyMap<string | null, number> = new Map()

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /** @param counts whose entries are counted. */
  status(counts: CountsOf): EngineStatus {
    const { options, connection, habits, wishes } = this.#parts
    const { outbox, clock } = options
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
    const duplicated = guardStorage(() => outbox.duplicated())
    if (duplicated.ok) this.#duplicated = duplicated.value
    const ownDuplicated = [...this.#duplicated].flatMap(([id, officerId]) => (counts(officerId) ? [id] : []))
    const holds: readonly Hold[] = connection.holds.shown(clock.now())
    return {
      holds: wishes.paused ? [...holds, { type: 'paused' }] : holds,
      connection: connection.state,
      lastContactAt: connection.lastContactAt,
      sendingId: entries.find((entry) => isSending(entry.state))?.id ?? null,
      habits: { referenceLost: habits.referenceLost },
      counts: countEntries(entries, sumOf(this.#receivedToday, counts), new Set(ownDuplicated)),
    }
  }

  /** When an entry is next tried or looked up, in system time; null when only an event moves it on. */
  nextTryAt({ id, body, state }: KeptEntry): string | null {
    const { options, searches } = this.#parts
    if (isWaiting(state) && waitsForFiles(body)) return null
    if (isWaiting(state)) return this.#inSystemTime(this.#msUntilTry(id))
    if (!isReconcilable(body.kind, state)) return null
    return this.#inSystemTime(Math.max(0, searches.nextAtMs(id) - options.clock.monotonicMs()))
  }

  #msUntilTry(id: string): number | null {
    const { delays, lanes, connection } = this.#parts
    const problemMs = connection.holds.msUntil('insurer-problem')
    const waits = [delays.msUntil(id), lanes.msUntilOpen(), problemMs].flatMap((ms) => ms ?? [])
    return waits.length === 0 ? null : Math.max(...waits)
  }

  #inSystemTime(inMs: number | null): string | null {
    return inMs === null ? null : new Date(this.#parts.options.clock.now().getTime() + inMs).toISOString()
  }
}
