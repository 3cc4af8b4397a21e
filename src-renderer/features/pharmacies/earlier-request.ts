import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import type { EntryBody, EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'

export type Wanted = Extract<EntryBody, { kind: 'pharmacy-request' }>

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** A second request within this time asks first. */
const withinMs = 24 * 3600 * 1000

/**
 * The newest request for the same policy and pharmacy within a day, in any state but withdrawn; null if there is none.
 *
 * @param detailOf reads an entry in full: the list has only names of pharmacies, and two may have the same name. Numbers of
 *   another address say nothing
 */
export async function earlierRequest(
  wanted: Wanted,
  entries: readonly EntrySummary[],
  detailOf: (id: string) => Promise<Result<EntryDetail, Failure>>,
  nowMs: number = Date.now(),
): Promise<EntrySummary | null> {
  const sinceMs = nowMs - withinMs
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
    const body = detail.ok && detail.value.body.kind === 'pharmacy-request' ? detail.value.body : null
    const isSame =
      body !== null && body.chosenAt === wanted.chosenAt
        ? body.pharmacyId === wanted.pharmacyId
        : sameName(entry.pharmacyName ?? '', wanted.pharmacyName)
    if (isSame) return entry
  }
  return null
}
