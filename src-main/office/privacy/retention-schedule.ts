import type { ClockDifference } from '#shared/connectivity.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { KeptData } from './kept-data.ts'

const dayMs = 86_400_000
const firstLookMs = 20_000
const lookEveryMs = 6 * 3_600_000
/** While the clock is not known: a computer that is on for some hours a day would remove nothing, ever. */
const lookSoonMs = 15 * 60_000
/** Small enough that nothing waits noticeably for it. */
const batchSize = 50
const betweenBatchesMs = 200

export interface RetentionOptions {
  readonly kept: Pick<KeptData, 'removeOutlived' | 'sweepIfDue'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** Days; 0 keeps entries forever. */
  readonly keepReceivedDays: () => number
  /** The difference between this computer's clock and the insurer's, as last measured. */
  readonly clockDifference: () => ClockDifference | null
  readonly onRemoved: (ids: readonly string[]) => void
  /** This file is done: other files may be cleaned up, for entries settled before that time. */
  readonly onLooked: (before: string) => void
}

/** Removes everything that has expired from a file, in small batches with pauses for other work. */
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
 * Removes settled entries that are older than the office's retention period, in small batches. Removes nothing while
 * the clock was not compared with the insurer's, or is wrong: a date far ahead would remove everything.
 *
 * @returns a function that stops it.
 */
export function startRetention(options: RetentionOptions): () => void {
  let cancel = options.clock.after(firstLookMs, look)

  function look(): void {
    const before = mayRemoveFrom()
    const removed = before === null ? [] : removeBatch(before)
    if (removed.length > 0) options.onRemoved(removed)
    const isMore = removed.length === batchSize
    // Also completes a rewrite of the file that an earlier start could not finish.
    if (!isMore) options.kept.sweepIfDue()
    if (!isMore && before !== null) options.onLooked(before)
    const againMs = before === null ? lookSoonMs : lookEveryMs
    cancel = options.clock.after(isMore ? betweenBatchesMs : againMs, look)
  }

  function mayRemoveFrom(): string | null {
    const days = options.keepReceivedDays()
    if (days === 0 || options.clockDifference()?.isWrong !== false) return null
    return new Date(options.clock.now().getTime() - days * dayMs).toISOString()
  }

  function removeBatch(before: string): readonly string[] {
    const removed = options.kept.removeOutlived(before, batchSize)
    // If the disk refuses it now, try again later.
    return removed.ok ? removed.value : []
  }

  return () => cancel()
}
