import type { Claim } from '#shared/domain/claim.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { referenceNumber, type ClaimListHead } from '#renderer/data/repositories/claims-repository-head.ts'
import { mergeRows, type ClaimRow, type RowState } from './claim-rows.ts'
import { newestFirst, sortRows } from './row-order.ts'
import type { FilteredRows } from './row-search.ts'

/** The data available before the lists are read. */
export interface FirstSources {
  /** For each product with a kept list; a missing product has no claims. */
  readonly heads: Readonly<Partial<Record<Product, ClaimListHead>>>
  readonly entries: readonly EntrySummary[]
  readonly bodies: ReadonlyMap<string, Claim>
}

/**
 * The newest rows and all counts, exactly as they will be once the lists are read: unfiltered, newest first. Only the
 * top of the list, so usually fewer rows than the counts say.
 */
export function firstRows({ heads, entries, bodies }: FirstSources): FilteredRows {
  const known = products.flatMap((product) => heads[product] ?? [])
  const lower = listedLower(heads, entries)
  const states = new Map<RowState, number>()
  const count = (state: RowState, many: number): void =>
    void states.set(state, (states.get(state) ?? 0) + many)
  for (const { statuses } of known) for (const [status, many] of statuses) count(`status:${status}`, many)
  const rows: ClaimRow[] = []
  let inAnyState = known.reduce((sum, head) => sum + head.count, 0)
  for (const row of mergeRows({ claims: known.flatMap(({ newest }) => newest), entries, bodies })) {
    if (row.claim === null) {
      // Its claim is further down the list.
      if (row.entry !== null && lower.has(row.entry.id)) continue
      count(row.state, 1)
      inAnyState += 1
    }
    rows.push(row)
  }
  const from = lowestKnown(known)
  const sorted = sortRows(rows, newestFirst)
  const shown = from === null ? sorted : sorted.filter(({ createdAt }) => createdAt > from)
  return { rows: shown, states, inAnyState }
}

/** The ids of the entries whose claims are in these lists below their heads. */
function listedLower(heads: FirstSources['heads'], entries: readonly EntrySummary[]): ReadonlySet<string> {
  const lower = new Set<string>()
  for (const product of products) {
    const head = heads[product]
    if (head === undefined) continue
    const ofProduct = entries.filter((entry) => entry.product === product)
    const byId = new Map(
      ofProduct.map(({ id, state }) => [isReceived(state) && 'claimId' in state ? state.claimId : null, id]),
    )
    const byReference = new Map(
      ofProduct.map(({ id, sentReferences, policyNumber }) => [
        referenceNumber(sentReferences.at(-1) ?? '', policyNumber),
        id,
      ]),
    )
    // The entries are few, the claims very many.
    for (const [known, numbers] of [
      [byId, head.otherIds],
      [byReference, head.otherReferences],
    ] as const) {
      for (const number of numbers) {
        const entry = known.get(number)
        if (entry !== undefined) lower.add(entry)
      }
    }
  }
  return lower
}

/** From this moment (ISO) back, a list may have claims below its head; null if the heads are complete. */
function lowestKnown(heads: readonly ClaimListHead[]): string | null {
  const ends = heads
    .filter(({ newest, count }) => newest.length < count)
    .map(({ newest }) => newest.at(-1)?.createdAt ?? '')
  return ends.toSorted().at(-1) ?? null
}
