import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { EngineStatus, OutboxCounts } from '#shared/outbox/hold.ts'
import { isRejected, isSending, isUnconfirmed, isWaiting, needsDecision } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'

/**
 * Counts from the data itself, never from a flag.
 *
 * @param receivedToday settled as received since local midnight
 * @param duplicated ids of entries, settled ones too, with a duplicate that no officer has acknowledged
 */
export function countEntries(
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
export function sumOf(numbers: ReadonlyMap<string | null, number>, counts: CountsOf): number {
  let sum = 0
  for (const [officerId, n] of numbers) if (counts(officerId)) sum += n
  return sum
}

export type Connection = EngineStatus['connection']
