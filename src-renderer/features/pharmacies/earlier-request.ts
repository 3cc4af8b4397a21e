import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'

interface Wanted {
  readonly pharmacyId: number
  readonly pharmacyName: string
  readonly policyNumber: string
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The newest request for the same policy and pharmacy within so many hours, in any state but withdrawn; null if there
 * is none, or if the check is off (0 hours).
 *
 * @param detailOf reads an entry in full: the list has only names of pharmacies, and two may have the same name
 */
export async function earlierRequest(
  wanted: Wanted,
  entries: readonly EntrySummary[],
  withinHours: number,
  detailOf: (id: string) => Promise<Result<EntryDetail, Failure>>,
  nowMs: number = Date.now(),
): Promise<EntrySummary | null> {
  const sinceMs = nowMs - withinHours * 3600 * 1000
  const candidates = entries
    .filter(({ kind, policyNumber, state, acceptedAt }) => {
      const isRecent = Date.parse(acceptedAt) > sinceMs
      return (
        kind === 'pharmacy-request' &&
        isRecent &&
        !isWithdrawn(state) &&
        isSamePolicy(policyNumber, wanted.policyNumber)
      )
    })
    .sort((one, other) => other.seq - one.seq)
  for (const entry of candidates) {
    const detail = await detailOf(entry.id)
    const isSame =
      detail.ok && detail.value.body.kind === 'pharmacy-request'
        ? detail.value.body.pharmacyId === wanted.pharmacyId
        : sameName(entry.pharmacyName ?? '', wanted.pharmacyName)
    if (isSame) return entry
  }
  return null
}
