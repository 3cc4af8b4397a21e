import { products } from './domain/product.ts'
import type { EntrySummary } from './outbox/entry.ts'

/** What can be captured: claims of either product, and pharmacy requests, which have no amount. */
export const dayProducts = [...products, 'pharmacy-request'] as const
export type DayProduct = (typeof dayProducts)[number]

/**
 * What is counted for a day. `captured` and `received` happened on that day. `on-its-way` and `needs-you` count everything
 * captured up to the end of that day, as it stands now. What was turned down needs someone until it is submitted again or
 * discarded: also while it is a draft.
 */
export const dayColumns = ['captured', 'received', 'on-its-way', 'needs-you'] as const
export type DayColumn = (typeof dayColumns)[number]

/** How many, and the estimates of their claims together. Kobo, so that sums are exact. */
export interface DayCount {
  readonly count: number
  readonly amountKobo: number
}
export type DayCounts = Readonly<Record<DayColumn, DayCount>>

/** A row of the report: what one officer captured of one product. */
export interface DayRow {
  /** Who captured it; null for entries from before officers were added. */
  readonly officerId: string | null
  /** Their name, or that there is none, in words. */
  readonly officerName: string
  readonly product: DayProduct
  readonly counts: DayCounts
}

/** The sums of one local day of the open environment, over the entries that the current officer may see. */
export interface DaySums {
  /** `YYYY-MM-DD` on this computer's calendar. */
  readonly day: string
  readonly takenAt: string
  readonly rows: readonly DayRow[]
  /** Captured on that day and withdrawn by an officer since; in no column. */
  readonly takenBack: DayCount
  /** Submitted or received on that day and marked as wrong; in no sum, and in the count of those that need someone alone. */
  readonly wrong: DayCount
  /** Entries that cannot be opened; in no column. */
  readonly unreadable: number
}

/** The sums of a day with the claims that they count. */
export interface DayReport extends DaySums {
  /** Submitted or received on that day, and not taken out since; oldest first. */
  readonly claims: readonly EntrySummary[]
  /** Drafts begun by the end of that day, beside those that are to be corrected; in no column. */
  readonly drafts: number
}

export const noCount: DayCount = { count: 0, amountKobo: 0 }
export const noCounts: DayCounts = {
  captured: noCount,
  received: noCount,
  'on-its-way': noCount,
  'needs-you': noCount,
}

/** The sum of two counts. */
export function addCounts(one: DayCount, other: DayCount): DayCount {
  return { count: one.count + other.count, amountKobo: one.amountKobo + other.amountKobo }
}

/** The sums of all columns over some rows. */
export function totalOf(rows: readonly Pick<DayRow, 'counts'>[]): DayCounts {
  const sum = (column: DayColumn): DayCount =>
    rows.map(({ counts }) => counts[column]).reduce(addCounts, noCount)
  return {
    captured: sum('captured'),
    received: sum('received'),
    'on-its-way': sum('on-its-way'),
    'needs-you': sum('needs-you'),
  }
}

/** How many entries keep the day open. */
export function openCount(counts: DayCounts): number {
  return counts['on-its-way'].count + counts['needs-you'].count
}
