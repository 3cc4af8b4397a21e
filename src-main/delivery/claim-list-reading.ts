import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Baseline } from '../outbox/entry-codec.ts'
import { copyKeysOfRow, matchKeysOfRow } from '../outbox/match-key.ts'
import { summaryOf, type ListRow } from './reconcile.ts'

/** One reading of a product's claim list, and the number of claims we delivered since. */
export interface ClaimListReading {
  readonly product: Product
  readonly rows: readonly ListRow[]
  readonly takenAtMs: number
  /** Claims delivered since the reading are added to it, so that one reading serves a whole batch. */
  readonly deliveredSince: number
}

/** The reading of a list as received. A row that appears twice counts once. */
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
  const { summary } = indexOf(reading)
  return {
    count: summary.count + reading.deliveredSince,
    highestId: summary.highestId,
    matchingIds: [...idsWithKey(reading, matchKey)],
  }
}

/** The claims that can be found by a key, in the order of the list. */
export function idsWithKey(reading: ClaimListReading, key: string): readonly number[] {
  return indexOf(reading).idsByKey.get(key) ?? []
}

interface RowIndex {
  readonly summary: ReturnType<typeof summaryOf>
  readonly idsByKey: ReadonlyMap<string, readonly number[]>
}

// A list of thousands serves a whole batch: it is scanned once, not once for each claim.
const indexes = new WeakMap<readonly ListRow[], RowIndex>()

function indexOf({ rows }: ClaimListReading): RowIndex {
  const known = indexes.get(rows)
  if (known !== undefined) return known
  const idsByKey = new Map<string, number[]>()
  for (const { claimId, keys } of rows) {
    for (const key of new Set(keys)) {
      const ids = idsByKey.get(key)
      if (ids === undefined) idsByKey.set(key, [claimId])
      else ids.push(claimId)
    }
  }
  const index = { summary: summaryOf(rows), idsByKey }
  indexes.set(rows, index)
  return index
}
