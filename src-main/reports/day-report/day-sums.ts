import {
  addCounts,
  dayColumns,
  dayProducts,
  noCount,
  noFiles,
  type DayColumn,
  type DayCount,
  type DayCounts,
  type DayFiles,
  type DayProduct,
  type DayRow,
  type DaySums,
} from '#shared/day-report.ts'
import { parseNaira, type Draft } from '#shared/domain/draft.ts'
import { hasLostFile, waitsForFiles, type EntryFiles } from '#shared/outbox/entry-files.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import {
  isReceived,
  isRejected,
  isSending,
  isUnconfirmed,
  isWaiting,
  isWithdrawn,
  needsOfficer,
} from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../../outbox/entry-codec.ts'
import type { DayBounds } from './day-bounds.ts'

/** The fields of an entry that are used. */
export type DayEntry = Pick<KeptEntry, 'id' | 'officerId' | 'acceptedAt' | 'body' | 'state' | 'candidates'>

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
  /** Whether the insurer's list shows it more often than it was sent, and no officer has called the insurer yet. */
  readonly hasSurplus: (id: string) => boolean
  /** What becomes of the files of an entry; null where none of its links comes from a file. */
  readonly filesOf: (entry: DayEntry) => EntryFiles | null
  readonly nameOf: (officerId: string | null) => string | null
}

/**
 * The sums of a day over these entries, one row per officer and product that has any. A draft of a rejected claim
 * counts in place of its entry. Pure.
 */
export function daySums(
  entries: readonly DayEntry[],
  drafts: readonly DayDraft[],
  question: DayQuestion,
): DaySums {
  const { day, bounds, takenAt, unreadable } = question
  const rows = new Map<string, { officerId: string | null; product: DayProduct; counts: MutableCounts }>()
  const corrected = new Set(drafts.map(({ draft }) => draft.rejection?.entryId))
  let takenBack = noCount
  let awaitingFiles = noFiles
  const add = ({ officerId, product, columns, amount }: Counted): void => {
    if (columns.length === 0) return
    const key = `${officerId ?? ''} ${product}`
    const row = rows.get(key) ?? { officerId, product, counts: noCounts() }
    for (const column of columns) row.counts[column] = addCounts(row.counts[column], amount)
    rows.set(key, row)
  }
  for (const entry of entries) {
    const amount = countOf(entry)
    if (!isWithdrawn(entry.state)) {
      const files = waitsForFiles(entry.body) ? question.filesOf(entry) : null
      const columns = columnsOf(entry, files, question)
      if (columns.includes('waiting') && isWaiting(entry.state) && files !== null) {
        awaitingFiles = withFiles(awaitingFiles, files)
      }
      add({ officerId: entry.officerId, product: productOf(entry), columns, amount })
    } else if (isWithin(entry.acceptedAt, bounds) && !corrected.has(entry.id)) {
      takenBack = addCounts(takenBack, amount)
    }
  }
  for (const draft of drafts) add(countedDraft(draft, bounds))
  return {
    day,
    from: bounds.from,
    until: bounds.until,
    takenAt,
    rows: [...rows.values()]
      .map((row) => ({ ...row, officerName: question.nameOf(row.officerId) }))
      .sort(byOfficerAndProduct),
    takenBack,
    awaitingFiles,
    unreadable,
  }
}

/** The claims that were submitted or received on a day, oldest first. Pure. */
export function claimsOfDay<T extends DayEntry>(entries: readonly T[], bounds: DayBounds): readonly T[] {
  return entries
    .filter(({ acceptedAt, body, state }) => {
      if (body.kind !== 'claim' || isWithdrawn(state)) return false
      return isWithin(acceptedAt, bounds) || isReceivedOn(state, bounds)
    })
    .sort((one, other) => byText(one.acceptedAt, other.acceptedAt))
}

function withFiles(sum: DayFiles, { of, uploaded, bytes, sentBytes }: EntryFiles): DayFiles {
  return {
    claims: sum.claims + 1,
    files: sum.files + of - uploaded,
    bytes: sum.bytes + bytes - sentBytes,
  }
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
  const naira = parseNaira(fields.repairEstimate)
  const columns: DayColumn[] = []
  if (capturedAt !== undefined && isWithin(capturedAt, bounds)) columns.push('captured')
  if (capturedAt !== undefined && capturedAt < bounds.openBefore) columns.push('to-correct')
  const amountKobo = Number.isNaN(naira) ? 0 : Math.round(naira * 100)
  return { officerId, product, columns, amount: { count: 1, amountKobo } }
}

type MutableCounts = { -readonly [C in DayColumn]: DayCounts[C] }

function noCounts(): MutableCounts {
  return {
    captured: noCount,
    received: noCount,
    waiting: noCount,
    unconfirmed: noCount,
    'to-correct': noCount,
    'needs-someone': noCount,
  }
}

function columnsOf(
  entry: DayEntry,
  files: EntryFiles | null,
  { bounds, hasSurplus }: DayQuestion,
): readonly DayColumn[] {
  const { state, acceptedAt } = entry
  const open = acceptedAt < bounds.openBefore ? openColumnOf(entry, files, hasSurplus) : null
  return dayColumns.filter((column) => {
    if (column === 'captured') return isWithin(acceptedAt, bounds)
    if (column === 'received') return isReceivedOn(state, bounds)
    return column === open
  })
}

/** The column, of those that keep a day open, in which an entry counts; null when nothing is left to do. */
function openColumnOf(
  { id, body, state, candidates }: DayEntry,
  files: EntryFiles | null,
  hasSurplus: DayQuestion['hasSurplus'],
): DayColumn | null {
  if (isRejected(state)) return 'to-correct'
  if (needsOfficer(body.kind, state, candidates) || hasSurplus(id)) return 'needs-someone'
  if (hasLostFile({ state, files })) return 'needs-someone'
  if (isWaiting(state) || isSending(state)) return 'waiting'
  return isUnconfirmed(state) ? 'unconfirmed' : null
}

function isReceivedOn(state: EntryState, bounds: DayBounds): boolean {
  return isReceived(state) && 'at' in state && isWithin(state.at, bounds)
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

// By name, then officers whose name is no longer known; entries without an officer come last.
function byOfficerAndProduct(a: DayRow, b: DayRow): number {
  if (a.officerId === b.officerId) return dayProducts.indexOf(a.product) - dayProducts.indexOf(b.product)
  if (a.officerId === null || b.officerId === null) return a.officerId === null ? 1 : -1
  if (a.officerName === null || b.officerName === null) {
    return Number(a.officerName === null) - Number(b.officerName === null) || byText(a.officerId, b.officerId)
  }
  return a.officerName.localeCompare(b.officerName) || byText(a.officerId, b.officerId)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
