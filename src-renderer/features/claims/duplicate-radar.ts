import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { isCalendarDate, type CalendarDate } from '#shared/domain/calendar-date.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'

/** Incidents of one policy this many days apart or fewer may be the same one. */
const nearDays = 7

/** A claim that may be the same as the one being written. */
export interface SimilarClaim {
  /** Days between the incidents; null if either date is unknown. */
  readonly daysApart: number | null
  readonly isNear: boolean
  readonly row: ClaimRow
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
export function similarClaims(written: WrittenClaim, rows: readonly ClaimRow[]): SimilarClaim[] {
  const wanted = policyNumberOf(written.policyNumber)
  if (wanted === '') return []
  const day = parseDay(written.occurrenceDate)
  return rows
    .filter((row) => row.key !== written.draftId && policyNumberOf(row.policyNumber) === wanted)
    .map((row) => ({ row, ...nearness(day, row.occurrenceDate) }))
    .sort(
      (one, other) =>
        distance(one) - distance(other) || (one.row.occurrenceDate < other.row.occurrenceDate ? 1 : -1),
    )
}

function distance({ daysApart }: SimilarClaim): number {
  return daysApart ?? Number.MAX_SAFE_INTEGER
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
