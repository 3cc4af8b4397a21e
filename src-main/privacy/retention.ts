import type { ClockDifference } from '#shared/connection.ts'
import type { Clock } from '../sync/clock.ts'
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
    const days = options.keepReceivedDays()
    const isClockRight = options.clockDifference()?.isWrong === false
    const removed = days > 0 && isClockRight ? removeBatch(days) : []
    if (removed.length > 0) options.onRemoved(removed)
    const isMore = removed.length === batchSize
    // A rewriting that an earlier start could not finish is made up for here too.
    if (!isMore) options.kept.sweepIfDue()
    cancel = options.clock.after(isMore ? betweenBatchesMs : lookEveryMs, look)
  }

  function removeBatch(days: number): readonly string[] {
    const before = new Date(options.clock.now().getTime() - days * dayMs).toISOString()
    const removed = options.kept.removeOutlived(before, batchSize)
    // A disk that does not take it now is asked again later.
    return removed.ok ? removed.value : []
  }

  return () => cancel()
}
