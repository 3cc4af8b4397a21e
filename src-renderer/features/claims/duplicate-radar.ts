import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { isCalendarDate, type CalendarDate } from '#shared/domain/calendar-date.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'

/** Incidents of one policy this many days apart or fewer may be the same one. */
const nearDays = 7

/** A claim that may be the same as the one being written. */
export interface SimilarClaim {
  readonly key: string
  readonly product: Product
  readonly policyNumber: string
  /** `YYYY-MM-DD`, or '' if unknown. */
  readonly occurrenceDate: string
  readonly details: string
  /** Days between the incidents; null if either date is unknown. */
  readonly daysApart: number | null
  readonly isNear: boolean
  readonly source:
    { readonly type: 'draft'; readonly id: string } | { readonly type: 'row'; readonly row: ClaimRow }
}

/** The claim being written. */
export interface WrittenClaim {
  readonly draftId: string
  readonly policyNumber: string
  /** As typed. */
  readonly occurrenceDate: string
}

/**
 * The other claims of the same policy, of both products: the nearest in time first, undated ones last. Empty without
 * a policy number.
 */
export function similarClaims(
  written: WrittenClaim,
  drafts: readonly Draft[],
  rows: readonly ClaimRow[],
): SimilarClaim[] {
  const wanted = policyNumberOf(written.policyNumber)
  if (wanted === '') return []
  const day = parseDay(written.occurrenceDate)
  const similar = [
    ...drafts
      .filter(({ id, fields }) => id !== written.draftId && policyNumberOf(fields.policyNumber) === wanted)
      .map((draft) => similarDraft(draft, day)),
    ...rows
      .filter((row) => row.entry?.id !== written.draftId && policyNumberOf(row.policyNumber) === wanted)
      .map((row) => similarRow(row, day)),
  ]
  return similar.sort(
    (one, other) => distance(one) - distance(other) || (one.occurrenceDate < other.occurrenceDate ? 1 : -1),
  )
}

function distance({ daysApart }: SimilarClaim): number {
  return daysApart ?? Number.MAX_SAFE_INTEGER
}

function similarDraft(draft: Draft, day: CalendarDate | null): SimilarClaim {
  const occurrenceDate = parseDay(draft.fields.occurrenceDate) ?? ''
  return {
    key: `draft-${draft.id}`,
    product: draft.product,
    policyNumber: draft.fields.policyNumber.trim(),
    occurrenceDate,
    details: draft.fields.incidentDetails,
    ...nearness(day, occurrenceDate),
    source: { type: 'draft', id: draft.id },
  }
}

function similarRow(row: ClaimRow, day: CalendarDate | null): SimilarClaim {
  const { key, product, policyNumber, occurrenceDate, details } = row
  const source = { type: 'row', row } as const
  return { key, product, policyNumber, occurrenceDate, details, ...nearness(day, occurrenceDate), source }
}

function nearness(
  day: CalendarDate | null,
  other: string,
): { readonly daysApart: number | null; readonly isNear: boolean } {
  if (day === null || !isCalendarDate(other)) return { daysApart: null, isNear: false }
  // Both at midnight UTC, so that the difference is in whole days, without time zones or summer time.
  const daysApart = Math.abs(Date.parse(day) - Date.parse(other)) / 86_400_000
  return { daysApart, isNear: daysApart <= nearDays }
}
