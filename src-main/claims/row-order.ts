import type { ClaimOrder } from '#shared/domain/claim-list.ts'
import type { Slices } from '../platform/slices.ts'
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

/** Sorts within a slice. */
const rowsPerRun = 500

/** The rows in the chosen order, equal ones newest first; sorted in slices. */
export async function sortedRows(
  rows: readonly TableRow[],
  { sort, descending }: ClaimOrder,
  slices: Slices,
): Promise<readonly TableRow[]> {
  const direction = descending ? -1 : 1
  const compared: Compare = (one, other) =>
    direction * compare[sort](one, other) || compareText(other.createdAt, one.createdAt)
  let from: TableRow[] = []
  for (let start = 0; start < rows.length; start += rowsPerRun) {
    for (const row of rows.slice(start, start + rowsPerRun).sort(compared)) from.push(row)
    if (slices.isOver(rowsPerRun)) await slices.next()
  }
  for (let width = rowsPerRun; width < from.length; width *= 2) {
    const to: TableRow[] = []
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      for (let left = start, right = middle; left < middle || right < end;) {
        if (slices.isOver()) await slices.next()
        const one = left < middle ? from[left] : undefined
        const other = right < end ? from[right] : undefined
        // Of equal rows the left one comes first, which keeps their order.
        const takesLeft = other === undefined || (one !== undefined && compared(one, other) <= 0)
        const next = takesLeft ? one : other
        if (next !== undefined) to.push(next)
        if (takesLeft) left += 1
        else right += 1
      }
    }
    from = to
  }
  return from
}
