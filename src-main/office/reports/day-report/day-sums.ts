import { groupOfEntry, isMarkedWrong } from '#shared/claim/claim.ts'
import {
  addCounts,
  dayColumns,
  dayProducts,
  noCount,
  noCounts,
  type DayColumn,
  type DayCount,
  type DayCounts,
  type DayProduct,
  type DayRow,
  type DaySums,
} from '#shared/day-report.ts'
import { draftAmount, type Draft } from '#shared/domain/draft.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import { today, type CalendarDate } from '#shared/domain/calendar-date.ts'

/** What an officer submitted. */
export interface DayEntry {
  readonly entry: EntrySummary
  readonly officerId: string | null
}

/** A draft with its owner. */
export interface DayDraft {
  readonly draft: Draft
  readonly officerId: string | null
}

export interface DayQuestion {
  readonly day: string
  readonly bounds: DayBounds
  readonly takenAt: string
  readonly unreadable: number
  /** In words, also where there is no officer or none of that id. */
  readonly nameOf: (officerId: string | null) => string
}

/**
 * The sums of a day over these entries, one row per officer and product that has any. A claim that was turned down
 * counts as the draft that corrects it, or as what was submitted again under its reference. Pure.
 */
export function daySums(
  entries: readonly DayEntry[],
  drafts: readonly DayDraft[],
  { day, bounds, takenAt, unreadable, nameOf }: DayQuestion,
): DaySums {
  const rows = new Map<string, { officerId: string | null; product: DayProduct; counts: DayCounts }>()
  const corrected = new Set(drafts.map(({ draft }) => draft.rejection?.entryId))
  const stands = new Set(entries.flatMap(({ entry }) => (isWithdrawn(entry.state) ? [] : [entry.reference])))
  let takenBack = noCount
  let wrong = noCount
  const add = ({ officerId, product, columns, amount }: Counted): void => {
    if (columns.length === 0) return
    const key = `${officerId ?? ''} ${product}`
    const row = rows.get(key) ?? { officerId, product, counts: noCounts }
    const added = columns.map((column) => [column, addCounts(row.counts[column], amount)] as const)
    rows.set(key, { ...row, counts: { ...row.counts, ...Object.fromEntries(added) } })
  }
  for (const { entry, officerId } of entries) {
    const amount = countOf(entry.amount ?? 0)
    if (!isWithdrawn(entry.state)) {
      const product = entry.product ?? 'pharmacy-request'
      const columns = columnsOf(entry, bounds)
      if (!isMarkedWrong(entry)) add({ officerId, product, columns, amount })
      else {
        // Somebody has to tell the insurer, but its amount is in the claim that takes its place.
        const open = columns.filter((column) => column === 'needs-you')
        add({ officerId, product, columns: open, amount: countOf(0) })
        if (columns.length > open.length) wrong = addCounts(wrong, amount)
      }
    } else if (
      isWithin(entry.acceptedAt, bounds) &&
      !corrected.has(entry.id) &&
      (entry.reference === null || !stands.has(entry.reference))
    ) {
      takenBack = addCounts(takenBack, amount)
    }
  }
  for (const draft of drafts) add(countedDraft(draft, bounds))
  return {
    day,
    takenAt,
    rows: [...rows.values()]
      .map((row) => ({ ...row, officerName: nameOf(row.officerId) }))
      .sort(byOfficerAndProduct),
    takenBack,
    wrong,
    unreadable,
  }
}

/** The claims that were submitted or received on a day, oldest first. Pure. */
export function claimsOfDay(entries: readonly DayEntry[], bounds: DayBounds): readonly EntrySummary[] {
  return entries
    .map(({ entry }) => entry)
    .filter((entry) => {
      if (entry.kind !== 'claim' || isWithdrawn(entry.state)) return false
      return isWithin(entry.acceptedAt, bounds) || isReceivedOn(entry, bounds)
    })
    .sort((one, other) => byText(one.acceptedAt, other.acceptedAt))
}

/** What one entry or draft adds to the sums. */
interface Counted {
  readonly officerId: string | null
  readonly product: DayProduct
  readonly columns: readonly DayColumn[]
  readonly amount: DayCount
}

function countedDraft({ draft, officerId }: DayDraft, bounds: DayBounds): Counted {
  const { rejection, product, fields } = draft
  const capturedAt = rejection?.capturedAt
  const columns: DayColumn[] = []
  if (capturedAt !== undefined && isWithin(capturedAt, bounds)) columns.push('captured')
  if (capturedAt !== undefined && capturedAt < bounds.openBefore) columns.push('needs-you')
  return { officerId, product, columns, amount: countOf(draftAmount(fields) ?? 0) }
}

function columnsOf(entry: EntrySummary, bounds: DayBounds): readonly DayColumn[] {
  const { acceptedAt } = entry
  const group = groupOfEntry(entry)
  return dayColumns.filter((column) => {
    if (column === 'captured') return isWithin(acceptedAt, bounds)
    if (column === 'received') return isReceivedOn(entry, bounds)
    return column === group && acceptedAt < bounds.openBefore
  })
}

function isReceivedOn({ state }: EntrySummary, bounds: DayBounds): boolean {
  return isReceived(state) && 'at' in state && isWithin(state.at, bounds)
}

function isWithin(at: string, { from, until }: DayBounds): boolean {
  return at >= from && at < until
}

function countOf(naira: number): DayCount {
  return { count: 1, amountKobo: Math.round(naira * 100) }
}

// By name; entries without an officer come last.
function byOfficerAndProduct(a: DayRow, b: DayRow): number {
  if (a.officerId === b.officerId) return dayProducts.indexOf(a.product) - dayProducts.indexOf(b.product)
  if (a.officerId === null || b.officerId === null) return a.officerId === null ? 1 : -1
  return a.officerName.localeCompare(b.officerName) || byText(a.officerId, b.officerId)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** A local day as timestamps (ISO): from its first moment up to the first moment of the next day. */
interface DayBounds {
  readonly from: string
  readonly until: string
  /** Entries captured before this can keep the day open. */
  readonly openBefore: string
}

/** Sorts after every stored timestamp. */
const endOfTime = '~'

/**
 * The bounds of a day by this computer's clock: 23 or 25 hours on a clock change, starting at the first moment that
 * exists if the change is at midnight. Entries dated later by a clock that was ahead keep today open.
 */
export function dayBounds(day: CalendarDate, now: Date): DayBounds {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const until = new Date(year, month - 1, date + 1).toISOString()
  return {
    from: new Date(year, month - 1, date).toISOString(),
    until,
    openBefore: day < today(now) ? until : endOfTime,
  }
}
