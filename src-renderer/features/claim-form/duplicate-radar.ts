import { isMarkedWrong } from '#shared/claim/claim.ts'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import type { CalendarDate } from '#shared/domain/calendar-date.ts'
import { parseNaira, type Draft } from '#shared/domain/draft.ts'
import { fold } from '#shared/language/fold.ts'
import { sortTextOf, type ToldDay } from '#shared/domain/told.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { onceKnown } from '#renderer/composables/useAnswer.ts'
import { useClaimsOfPolicy } from '#renderer/composables/useClaimsOfPolicy.ts'

/** Incidents of one policy this many days apart or fewer may be the same one. */
const nearDays = 7

/** Of so many claims of the day and the amount, the texts are compared: the nearest in time. */
const mostCompared = 20

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
 * a policy number. What was marked as wrong is not among them: what is written may be the right one.
 */
export function similarClaims(written: WrittenClaim, rows: readonly ClaimRow[]): SimilarClaim[] {
  const wanted = policyNumberOf(written.policyNumber)
  if (wanted === '') return []
  const day = parseDay(written.occurrenceDate)
  return rows
    .filter((row) => row.key !== written.draftId && policyNumberOf(row.policyNumber) === wanted)
    .filter(({ claim }) => claim.type !== 'own' || !isMarkedWrong(claim.entry))
    .map((row) => ({ row, ...nearness(day, row.occurrenceDate) }))
    .sort(
      (one, other) =>
        distance(one) - distance(other) ||
        (sortTextOf(one.row.occurrenceDate) < sortTextOf(other.row.occurrenceDate) ? 1 : -1),
    )
}

/** The one of them that was submitted with the same contents, its day unless that is unknown. Rows have only the beginning of long details. */
export function sameClaim(
  draft: Pick<Draft, 'product' | 'fields'>,
  similar: readonly SimilarClaim[],
): ClaimRow | null {
  const { occurrenceAddress, incidentDetails, repairEstimate } = draft.fields
  const [place, details] = [fold(occurrenceAddress.trim()), fold(incidentDetails.trim())]
  const alike = similar.filter(
    ({ daysApart, row }) =>
      (daysApart === 0 || row.occurrenceDate.type !== 'read') &&
      row.claim.type !== 'draft' &&
      row.product === draft.product &&
      row.amount === parseNaira(repairEstimate),
  )
  const isSame = ({ row }: SimilarClaim): boolean =>
    fold(row.place.trim()) === place && details.startsWith(fold(row.details))
  return alike.slice(0, mostCompared).find(isSame)?.row ?? null
}

function distance({ daysApart }: SimilarClaim): number {
  return daysApart ?? Number.MAX_SAFE_INTEGER
}

function nearness(
  day: CalendarDate | null,
  other: ToldDay,
): { readonly daysApart: number | null; readonly isNear: boolean } {
  if (day === null || other.type !== 'read') return { daysApart: null, isNear: false }
  // Both at midnight UTC, so that the difference is in whole days, without time zones or summer time.
  const daysApart = Math.abs(Date.parse(day) - Date.parse(other.day)) / 86_400_000
  return { daysApart, isNear: daysApart <= nearDays }
}

/** How long typing must pause before the other claims are searched (debounce). */
const restMs = 250

const none: readonly SimilarClaim[] = []

/** Finds the known claims of the same policy while a claim is being written; and that policy, once typing rests. */
export function useDuplicateRadar(written: () => WrittenClaim): {
  readonly similar: ComputedRef<readonly SimilarClaim[]>
  readonly policyNumber: ComputedRef<PolicyNumber>
  /** Looks for what is written now, though typing has not rested. @returns null where it is found already */
  readonly lookNow: () => Promise<void> | null
} {
  const looked = shallowRef<WrittenClaim | null>(null)
  const policyNumber = computed(() => policyNumberOf(looked.value?.policyNumber ?? ''))

  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => [written().policyNumber, written().occurrenceDate],
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => (looked.value = written()), looked.value === null ? 0 : restMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))

  const { claims, isKnown } = useClaimsOfPolicy(() => policyNumber.value)
  // Always the same empty list, so that the form does not re-render.
  const similar = computed(() => {
    const found = looked.value === null ? none : similarClaims(looked.value, claims.value)
    return found.length === 0 ? none : found
  })

  function lookNow(): Promise<void> | null {
    clearTimeout(timer)
    looked.value = written()
    return onceKnown(isKnown)
  }
  return { similar, policyNumber, lookNow }
}
