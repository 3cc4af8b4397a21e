import type { OutboxFailure } from '../outbox/outbox.ts'
import type { HoldSet } from './hold-set.ts'

const storageRetryMs = 15_000

/** The holds of a disk that does not take what must be written. */
export const storageHolds = ['disk-full', 'read-only', 'disk-fault'] as const

type Written = { readonly ok: true } | { readonly ok: false; readonly error: OutboxFailure }

/**
 * A write that failed holds everything: without a commit nothing may be sent. What only shows that an entry changed
 * meanwhile holds nothing. @returns whether there is a hold now
 */
export function holdIfUnwritten(holds: HoldSet, result: Written): boolean {
  if (result.ok) return false
  const { type } = result.error
  if (type === 'impossible-transition' || type === 'unknown-entry') return false
  holds.lift(...storageHolds)
  holds.add({ type: type === 'disk-full' || type === 'read-only' ? type : 'disk-fault' }, storageRetryMs)
  return true
}
