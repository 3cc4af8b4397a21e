import { products } from './domain/product.ts'
import type { EntrySummary } from './outbox/entry.ts'

/** What can be captured: claims of either product, and pharmacy requests, which have no amount. */
export const dayProducts = [...products, 'pharmacy-request'] as const
export type DayProduct = (typeof dayProducts)[number]

/**
 * What is counted for a day. `captured` and `received` happened on that day; the others are how whatever was captured
 * up to the end of that day stands now. `to-correct` is what was turned down, until it is submitted again or discarded:
 * also while it is a draft. Any other entry that an officer has to decide about is `needs-someone`, and not
 * `unconfirmed` as well.
 */
export const dayColumns = [
  'captured',
  'received',
  'waiting',
  'unconfirmed',
  'to-correct',
  'needs-someone',
] as const
export type DayColumn = (typeof dayColumns)[number]
/** The columns that keep a day open. */
const openColumns = [
  'waiting',
  'unconfirmed',
  'to-correct',
  'needs-someone',
] as const satisfies readonly DayColumn[]
export type OpenColumn = (typeof openColumns)[number]

/** How many, and the estimates of their claims together. Kobo, so that sums are exact. */
export interface DayCount {
  readonly count: number
  readonly amountKobo: number
}
export type DayCounts = Readonly<Record<DayColumn, DayCount>>

/** Claims that wait for their files, and the files that are not in the file store yet. */
export interface DayFiles {
  readonly claims: number
  readonly files: number
  readonly bytes: number
}

/** One product of one officer. */
export interface DayRow {
  /** Who captured it; null for entries from before officers were added. */
  readonly officerId: string | null
  /** Null when there is no officer, or the officer is no longer known. */
  readonly officerName: string | null
  readonly product: DayProduct
  readonly counts: DayCounts
}

/** The sums of one local day of the open environment, over the entries that the current officer may see. */
export interface DaySums {
  /** `YYYY-MM-DD` on this computer's calendar. */
  readonly day: string
  /** The day's first moment and the first one after it (ISO): 23, 24 or 25 hours. */
  readonly from: string
  readonly until: string
  readonly takenAt: string
  readonly rows: readonly DayRow[]
  /** Captured on that day and withdrawn by an officer since; in no column. */
  readonly takenBack: DayCount
  /** Of what waits, the claims whose files are still to go up. */
  readonly awaitingFiles: DayFiles
  /** Entries that cannot be opened; in no column. */
  readonly unreadable: number
}

/** The same with its claims one by one. */
export interface DayReport extends DaySums {
  /** Submitted or received on that day, and not taken out since; oldest first. */
  readonly claims: readonly EntrySummary[]
  /** Drafts begun by the end of that day, beside those that are to be corrected; in no column. */
  readonly drafts: number
}

/** One day in the line of two weeks; `open` is what of that day's work is not received yet. */
export interface DayBars {
  readonly day: string
  readonly captured: number
  readonly received: number
  readonly open: number
}

export const noCount: DayCount = { count: 0, amountKobo: 0 }
export const noFiles: DayFiles = { claims: 0, files: 0, bytes: 0 }

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
    waiting: sum('waiting'),
    unconfirmed: sum('unconfirmed'),
    'to-correct': sum('to-correct'),
    'needs-someone': sum('needs-someone'),
  }
}

/** How many entries keep the day open. */
export function openCount(counts: DayCounts): number {
  return openColumns.reduce((sum, column) => sum + counts[column].count, 0)
}
