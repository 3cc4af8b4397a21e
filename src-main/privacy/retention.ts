import type { ClockDifference } from '#shared/connectivity.ts'
import type { Clock } from '../platform/clock.ts'
import type { KeptData } from './kept-data.ts'

const dayMs = 86_400_000
const firstLookMs = 20_000
const lookEveryMs = 6 * 3_600_000
/** Small enough that nobody waits for it. */
const batchSize = 50
const betweenBatchesMs = 200

export interface RetentionOptions {
  readonly kept: Pick<KeptData, 'removeOutlived' | 'sweepIfDue'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** Days; 0 keeps for ever. */
  readonly keepReceivedDays: () => number
  /** This computer's clock beside the insurer's, as last compared. */
  readonly clockDifference: () => ClockDifference | null
  readonly onRemoved: (ids: readonly string[]) => void
  /** This file is looked through: others may be, for what was settled before that time. */
  readonly onLooked: (before: string) => void
}

/** Removes everything that outlived its time from a file, in small batches that let others in between. */
export async function removeAllOutlived(
  kept: Pick<KeptData, 'removeOutlived' | 'sweepIfDue'>,
  before: string,
): Promise<void> {
  let isMore = true
  while (isMore) {
    const removed = kept.removeOutlived(before, batchSize)
    isMore = removed.ok && removed.value.length === batchSize
    await new Promise((resolve) => setImmediate(resolve))
  }
  kept.sweepIfDue()
}

/**
 * Removes settled entries that are older than the office wants to keep, in small batches. A clock that was not compared
 * with the insurer's, or is wrong, removes nothing: a date far ahead would take everything.
 *
 * @returns how to stop it.
 */
export function startRetention(options: RetentionOptions): () => void {
  let cancel = options.clock.after(firstLookMs, look)

  function look(): void {
    const before = mayRemoveFrom()
    const removed = before === null ? [] : removeBatch(before)
    if (removed.length > 0) options.onRemoved(removed)
    const isMore = removed.length === batchSize
    // A rewriting that an earlier start could not finish is made up for here too.
    if (!isMore) options.kept.sweepIfDue()
    if (!isMore && before !== null) options.onLooked(before)
    cancel = options.clock.after(isMore ? betweenBatchesMs : lookEveryMs, look)
  }

  function mayRemoveFrom(): string | null {
    const days = options.keepReceivedDays()
    if (days === 0 || options.clockDifference()?.isWrong !== false) return null
    return new Date(options.clock.now().getTime() - days * dayMs).toISOString()
  }

  function removeBatch(before: string): readonly string[] {
    const removed = options.kept.removeOutlived(before, batchSize)
    // A disk that does not take it now is asked again later.
    return removed.ok ? removed.value : []
  }

  return () => cancel()
}
