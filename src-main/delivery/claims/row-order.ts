import type { ClaimOrder } from '#shared/domain/claim-list.ts'
import type { TableRow } from './table-rows.ts'

type Compare = (one: TableRow, other: TableRow) => number

const compare: Readonly<Record<ClaimOrder['sort'], Compare>> = {
  created: (one, other) => compareText(one.createdAt, other.createdAt),
  occurrence: (one, other) => compareText(one.occurrenceDate, other.occurrenceDate),
  policy: (one, other) => compareText(one.policy, other.policy),
  // A missing amount sorts before the smallest one.
  amount: (one, other) => (one.amount ?? -1) - (other.amount ?? -1),
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** The rows in the chosen order, equal ones newest first: some milliseconds for all that are kept of both lists. */
export function sortedRows(rows: readonly TableRow[], { sort, descending }: ClaimOrder): readonly TableRow[] {
  const direction = descending ? -1 : 1
  return rows.toSorted(
    (one, other) => direction * compare[sort](one, other) || compareText(other.createdAt, one.createdAt),
  )
}
