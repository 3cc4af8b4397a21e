import {
  addCounts,
  dayColumns,
  dayProducts,
  noCount,
  type DayColumn,
  type DayCount,
  type DayCounts,
  type DayProduct,
  type DayReport,
  type DayRow,
} from '#shared/close-of-day.ts'
import type { Entry } from '#shared/outbox/entry.ts'
import {
  isReceived,
  isSending,
  isUnconfirmed,
  isWaiting,
  isWithdrawn,
  needsOfficer,
} from '#shared/outbox/predicates.ts'
import type { DayBounds } from './day-bounds.ts'

/** What is looked at in an entry. */
export type DayEntry = Pick<Entry, 'id' | 'officerId' | 'acceptedAt' | 'body' | 'state'>

export interface DayQuestion {
  readonly day: string
  readonly bounds: DayBounds
  readonly takenAt: string
  readonly unreadable: number
  /** Whether the insurer's list shows it more often than it was sent, and nobody has called yet. */
  readonly hasSurplus: (id: string) => boolean
  readonly nameOf: (officerId: string | null) => string | null
}

/** The sums of a day over these entries, a row for each officer and product that has any. Pure. */
export function dayReport(entries: readonly DayEntry[], question: DayQuestion): DayReport {
  const { day, bounds, takenAt, unreadable } = question
  const rows = new Map<string, { officerId: string | null; product: DayProduct; counts: MutableCounts }>()
  let takenBack = noCount
  for (const entry of entries) {
    const amount = countOf(entry)
    if (isWithdrawn(entry.state)) {
      if (isWithin(entry.acceptedAt, bounds)) takenBack = addCounts(takenBack, amount)
      continue
    }
    const columns = columnsOf(entry, question)
    if (columns.length === 0) continue
    const product = productOf(entry)
    const key = `${entry.officerId ?? ''} ${product}`
    const row = rows.get(key) ?? { officerId: entry.officerId, product, counts: noCounts() }
    for (const column of columns) row.counts[column] = addCounts(row.counts[column], amount)
    rows.set(key, row)
  }
  return {
    day,
    from: bounds.from,
    until: bounds.until,
    takenAt,
    rows: [...rows.values()]
      .map((row) => ({ ...row, officerName: question.nameOf(row.officerId) }))
      .sort(byOfficerAndProduct),
    takenBack,
    unreadable,
  }
}

type MutableCounts = { -readonly [C in DayColumn]: DayCounts[C] }

function noCounts(): MutableCounts {
  return {
    captured: noCount,
    received: noCount,
    waiting: noCount,
    unconfirmed: noCount,
    'needs-someone': noCount,
  }
}

function columnsOf(entry: DayEntry, { bounds, hasSurplus }: DayQuestion): readonly DayColumn[] {
  const { state, acceptedAt } = entry
  const open = acceptedAt < bounds.openBefore ? openColumnOf(entry, hasSurplus) : null
  return dayColumns.filter((column) => {
    if (column === 'captured') return isWithin(acceptedAt, bounds)
    if (column === 'received') return isReceived(state) && 'at' in state && isWithin(state.at, bounds)
    return column === open
  })
}

/** In which of the columns that keep a day open an entry stands; null when nothing is left to do about it. */
function openColumnOf(
  { id, body, state }: DayEntry,
  hasSurplus: DayQuestion['hasSurplus'],
): DayColumn | null {
  if (needsOfficer(body.kind, state) || hasSurplus(id)) return 'needs-someone'
  if (isWaiting(state) || isSending(state)) return 'waiting'
  return isUnconfirmed(state) ? 'unconfirmed' : null
}

function isWithin(at: string, { from, until }: DayBounds): boolean {
  return at >= from && at < until
}

function productOf({ body }: DayEntry): DayProduct {
  return body.kind === 'claim' ? body.product : body.kind
}

function countOf({ body }: DayEntry): DayCount {
  return { count: 1, amountKobo: body.kind === 'claim' ? Math.round(body.claim.repairEstimate * 100) : 0 }
}

// By name, then officers whose name is no longer known; what nobody captured comes last.
function byOfficerAndProduct(a: DayRow, b: DayRow): number {
  if (a.officerId === b.officerId) return dayProducts.indexOf(a.product) - dayProducts.indexOf(b.product)
  if (a.officerId === null || b.officerId === null) return a.officerId === null ? 1 : -1
  if (a.officerName === null || b.officerName === null) {
    return Number(a.officerName === null) - Number(b.officerName === null) || byText(a.officerId, b.officerId)
  }
  return a.officerName.localeCompare(b.officerName) || byText(a.officerId, b.officerId)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
