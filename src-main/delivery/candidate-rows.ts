import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Candidate, CandidateRow } from '#main/outbox/candidates.ts'
import { shownKeyOf } from './recognition.ts'

/** The claim of a policy's details as a candidate; null when it is one that is known already. */
export function shownCandidate(claim: InsurerClaim, known: readonly Candidate[]): CandidateRow | null {
  const key = shownKeyOf(claim)
  const isKnown = known.some((one) => one.key === key || shownKeyOf(one.claim) === key)
  return isKnown ? null : { key, claimId: null, claim }
}

/**
 * Rows of a list as candidates, without those that are known already: by their id, or because the details showed them
 * before. Rows that look the same cannot be told apart by what the details showed.
 */
export function listedCandidates(
  rows: readonly ReceivedClaim[],
  known: readonly Candidate[],
): readonly CandidateRow[] {
  const keys = new Set(known.map(({ key }) => key))
  const alike = Map.groupBy(rows, (row) => shownKeyOf(row))
  return rows.flatMap((row): readonly CandidateRow[] => {
    const key = `id/${row.id}`
    const shownKey = shownKeyOf(row)
    const wasShown = keys.has(shownKey) && alike.get(shownKey)?.length === 1
    return keys.has(key) || wasShown ? [] : [{ key, claimId: row.id, claim: row }]
  })
}
