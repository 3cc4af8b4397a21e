import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Baseline } from '../outbox/entry-codec.ts'
import { copyKeysOfRow, matchKeysOfRow } from '../outbox/match-key.ts'
import { summaryOf, type ListRow } from './reconcile.ts'

/** One reading of a product's claim list, and what we delivered since. */
export interface ClaimListReading {
  readonly product: Product
  readonly rows: readonly ListRow[]
  readonly takenAtMs: number
  /** What a batch delivers itself is added, so that one reading serves it whole. */
  readonly deliveredSince: number
}

/** The reading of a list as it came. A row that stands in it twice counts once. */
export function readingOf(
  product: Product,
  claims: readonly ReceivedClaim[],
  takenAtMs: number,
): ClaimListReading {
  const rows = new Map<number, ListRow>()
  for (const claim of claims) {
    rows.set(claim.id, { claimId: claim.id, keys: [...matchKeysOfRow(claim), ...copyKeysOfRow(claim)] })
  }
  return { product, rows: [...rows.values()], takenAtMs, deliveredSince: 0 }
}

/** The reading after we delivered one more claim of its product. */
export function withDelivery(reading: ClaimListReading): ClaimListReading {
  return { ...reading, deliveredSince: reading.deliveredSince + 1 }
}

/** What an entry with this match key must rise above to count as received. */
export function baselineOf(reading: ClaimListReading, matchKey: string): Baseline {
  const { count, highestId } = summaryOf(reading.rows)
  return {
    count: count + reading.deliveredSince,
    highestId,
    matchingIds: reading.rows.filter((row) => row.keys.includes(matchKey)).map((row) => row.claimId),
  }
}
