import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Slices } from '#renderer/composables/slices.ts'
import type { ClaimRow } from './claim-rows.ts'

export const sortKeys = ['created', 'occurrence', 'policy', 'amount'] as const
export type SortKey = (typeof sortKeys)[number]
export interface RowOrder {
  readonly key: SortKey
  readonly descending: boolean
}

export const newestFirst: RowOrder = { key: 'created', descending: true }

type Compare = (one: ClaimRow, other: ClaimRow) => number

const compare: Readonly<Record<Exclude<SortKey, 'policy'>, Compare>> = {
  created: (one, other) => compareText(one.createdAt, other.createdAt),
  occurrence: (one, other) => compareText(one.occurrenceDate, other.occurrenceDate),
  // A missing amount sorts before the smallest one.
  amount: (one, other) => (one.amount ?? -1) - (other.amount ?? -1),
}

/**
 * Compares rows in the chosen order; equal ones newest first. Policies compare by their normal forms, so that claims of
 * one policy are adjacent however its number is written. Use one for each sort: it remembers the normal forms.
 */
function compareIn({ key, descending }: RowOrder): Compare {
  const direction = descending ? -1 : 1
  const compared = key === 'policy' ? byPolicy() : compare[key]
  return (one, other) => direction * compared(one, other) || compareText(other.createdAt, one.createdAt)
}

function byPolicy(): Compare {
  const policies = new Map<ClaimRow, string>()
  const policyOf = (row: ClaimRow): string => {
    const known = policies.get(row)
    if (known !== undefined) return known
    const policy = policyNumberOf(row.policyNumber)
    policies.set(row, policy)
    return policy
  }
  return (one, other) => compareText(policyOf(one), policyOf(other))
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** The rows in the chosen order. */
export function sortRows(rows: readonly ClaimRow[], order: RowOrder): ClaimRow[] {
  return rows.toSorted(compareIn(order))
}

/** Sorts within a slice. */
const rowsPerRun = 500

/** The same in slices, for very many rows. @returns null when the work is no longer wanted. */
export async function sortInSlices(
  rows: readonly ClaimRow[],
  order: RowOrder,
  slices: Slices,
): Promise<readonly ClaimRow[] | null> {
  const compared = compareIn(order)
  let from: ClaimRow[] = []
  for (let start = 0; start < rows.length; start += rowsPerRun) {
    for (const row of rows.slice(start, start + rowsPerRun).sort(compared)) from.push(row)
    if (slices.isOver(rowsPerRun) && !(await slices.next())) return null
  }
  for (let width = rowsPerRun; width < from.length; width *= 2) {
    const to: ClaimRow[] = []
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      for (let left = start, right = middle; left < middle || right < end;) {
        if (slices.isOver() && !(await slices.next())) return null
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

/** Sorted rows with a few more at their places, each after those that are equal to it. */
export function withMore(
  sorted: readonly ClaimRow[],
  more: readonly ClaimRow[],
  order: RowOrder,
): readonly ClaimRow[] {
  if (more.length === 0) return sorted
  const compared = compareIn(order)
  const all: ClaimRow[] = []
  let from = 0
  for (const row of more.toSorted(compared)) {
    let end = sorted.length
    for (let start = from; start < end;) {
      const middle = (start + end) >> 1
      const there = sorted[middle]
      if (there !== undefined && compared(there, row) <= 0) start = middle + 1
      else end = middle
    }
    for (; from < end; from += 1) {
      const there = sorted[from]
      if (there !== undefined) all.push(there)
    }
    all.push(row)
  }
  for (; from < sorted.length; from += 1) {
    const there = sorted[from]
    if (there !== undefined) all.push(there)
  }
  return all
}
