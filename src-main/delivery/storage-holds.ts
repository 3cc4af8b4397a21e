import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'
import type { HoldSet } from './hold-set.ts'

/** From a failed write to the next try. */
export const storageRetryMs = 15_000

/** The holds for a disk that cannot be written. */
export const storageHolds = ['disk-full', 'read-only', 'disk-fault'] as const

/** What became of a write. */
export type StorageWrite = { readonly ok: true } | { readonly ok: false; readonly error: OutboxFailure }

/**
 * A failed write holds everything: without a commit nothing may be sent. A failure that only means an entry changed
 * meanwhile holds nothing. @returns whether there is a hold now
 */
export function holdIfUnwritten(holds: HoldSet, result: StorageWrite): boolean {
  if (result.ok) return false
  const { type } = result.error
  if (!isStorageFailure(result.error)) return false
  holds.lift(...storageHolds)
  holds.add({ type: type === 'disk-full' || type === 'read-only' ? type : 'disk-fault' }, storageRetryMs)
  return true
}
