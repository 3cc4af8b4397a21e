import type { EngineStatus, OutboxCounts } from '#shared/outbox/hold.ts'
import { isRejected, isSending, isUnconfirmed, isWaiting, needsOfficer } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** Counts from the data itself, never from a flag. @param receivedToday settled as received since local midnight. */
export function countEntries(entries: Iterable<KeptEntry>, receivedToday: number): OutboxCounts {
  const counts = { waiting: 0, sending: 0, unconfirmed: 0, rejected: 0, needsOfficer: 0, undelivered: 0 }
  let oldestUndeliveredAt: string | null = null
  for (const { acceptedAt, body, state } of entries) {
    counts.undelivered += 1
    if (isWaiting(state)) counts.waiting += 1
    if (isSending(state)) counts.sending += 1
    if (isUnconfirmed(state)) counts.unconfirmed += 1
    if (isRejected(state)) counts.rejected += 1
    if (needsOfficer(body.kind, state)) counts.needsOfficer += 1
    if (oldestUndeliveredAt === null || acceptedAt < oldestUndeliveredAt) oldestUndeliveredAt = acceptedAt
  }
  return { ...counts, receivedToday, oldestUndeliveredAt }
}

export type Connection = EngineStatus['connection']
