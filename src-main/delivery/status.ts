import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { EngineStatus, Hold, OutboxCounts } from '#shared/outbox/hold.ts'
import {
  isReconcilable,
  isRejected,
  isSending,
  isUnconfirmed,
  isWaiting,
  needsDecision,
} from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Delays } from '#main/platform/holds.ts'
import type { EngineOptions, Wishes } from './engine-options.ts'
import type { InsurerHabits } from './insurer-habits.ts'
import type { Lanes } from './lanes.ts'
import type { Searches } from './look-schedule.ts'
import type { InsurerConnection } from './insurer-connection.ts'

/**
 * Counts the entries of each state; no flag or stored counter is read.
 *
 * @param receivedToday settled as received since local midnight
 * @param duplicated ids of entries, settled ones too, with a duplicate that no officer has acknowledged
 */
function countEntries(
  entries: Iterable<KeptEntry>,
  receivedToday: number,
  duplicated: ReadonlySet<string>,
): OutboxCounts {
  const counts = { waiting: 0, awaitingFiles: 0, sending: 0, unconfirmed: 0, rejected: 0, undelivered: 0 }
  let needsOfficer = duplicated.size
  let oldestUndeliveredAt: string | null = null
  for (const { id, acceptedAt, body, state, candidates } of entries) {
    counts.undelivered += 1
    if (isWaiting(state)) counts.waiting += 1
    if (isWaiting(state) && waitsForFiles(body)) counts.awaitingFiles += 1
    if (isSending(state)) counts.sending += 1
    if (isUnconfirmed(state)) counts.unconfirmed += 1
    if (isRejected(state)) counts.rejected += 1
    const isCounted = duplicated.has(id)
    if (!isCounted && needsDecision(body.kind, state, { candidates, duplicates: 0 })) needsOfficer += 1
    if (oldestUndeliveredAt === null || acceptedAt < oldestUndeliveredAt) oldestUndeliveredAt = acceptedAt
  }
  return { ...counts, needsOfficer, receivedToday, oldestUndeliveredAt }
}

/** Whose entries are counted; null stands for entries from before there were officers. */
export type CountsOf = (officerId: string | null) => boolean

/** The sum over the officers selected by `counts`. */
function sumOf(numbers: ReadonlyMap<string | null, number>, counts: CountsOf): number {
  let sum = 0
  for (const [officerId, n] of numbers) if (counts(officerId)) sum += n
  return sum
}

export type Connection = EngineStatus['connection']

interface StatusOptions extends Pick<EngineOptions, 'outbox' | 'clock'> {
  readonly connection: InsurerConnection
  readonly lanes: Lanes
  readonly delays: Delays
  readonly searches: Searches
  readonly habits: InsurerHabits
  readonly wishes: Wishes
}

/** Reports the state of delivery, from the data itself. */
export class StatusReporter {
  readonly #options: StatusOptions
  #duplicated: ReadonlyMap<string, string | null> = new Map()
  #receivedToday: ReadonlyMap<string | null, number> = new Map()

  constructor(options: StatusOptions) {
    this.#options = options
  }

  /** @param counts whose entries are counted. */
  status(counts: CountsOf): EngineStatus {
    const { outbox, clock, connection, habits, wishes } = this.#options
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
      habits: { referenceLost: habits.referenceLost, daysLost: habits.daysLost },
      counts: countEntries(entries, sumOf(this.#receivedToday, counts), new Set(ownDuplicated)),
    }
  }

  /** When an entry is next tried or looked up, in system time; null when only an event moves it on. */
  nextTryAt({ id, body, state }: KeptEntry): string | null {
    const { clock, searches } = this.#options
    if (isWaiting(state) && waitsForFiles(body)) return null
    if (isWaiting(state)) return this.#inSystemTime(this.#msUntilTry(id))
    if (!isReconcilable(body.kind, state)) return null
    return this.#inSystemTime(Math.max(0, searches.nextAtMs(id) - clock.monotonicMs()))
  }

  #msUntilTry(id: string): number | null {
    const { delays, lanes, connection } = this.#options
    const problemMs = connection.holds.msUntil('insurer-problem')
    const waits = [delays.msUntil(id), lanes.msUntilOpen(), problemMs].flatMap((ms) => ms ?? [])
    return waits.length === 0 ? null : Math.max(...waits)
  }

  #inSystemTime(inMs: number | null): string | null {
    return inMs === null ? null : new Date(this.#options.clock.now().getTime() + inMs).toISOString()
  }
}
