import type { ClaimContent } from '#shared/domain/claim.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'

/** How many claims are searched for places: older ones are unlikely to recur. */
const claimsBack = 40
/** How many suggestions are shown at a time. */
const offered = 5

/** The newest claims that this officer captured here; `officer` is null if no officers are set up. */
export function ownClaims(entries: readonly EntrySummary[], officer: string | null): readonly EntrySummary[] {
  return entries
    .filter(({ kind, capturedBy }) => kind === 'claim' && capturedBy === officer)
    .slice(0, claimsBack)
}

/** The places of these claims, the latest first, each once. */
export function earlierPlaces(
  own: readonly EntrySummary[],
  bodies: ReadonlyMap<string, ClaimContent>,
): readonly string[] {
  return eachOnce(own.flatMap(({ id }) => bodies.get(id)?.occurrenceAddress ?? []))
}

/** Earlier claimants of this policy, and of no other. */
export function earlierClaimants(
  policy: PolicyNumber,
  own: readonly EntrySummary[],
  bodies: ReadonlyMap<string, ClaimContent>,
  listed: readonly ReceivedClaim[],
): readonly string[] {
  if (policy === '') return []
  const captured = own
    .filter((entry) => policyNumberOf(entry.policyNumber) === policy)
    .flatMap(({ id }) => bodies.get(id)?.claimantIdentification ?? [])
  return eachOnce([...captured, ...listed.map(({ claimantIdentification }) => claimantIdentification)])
}

/** The suggestions with every word typed so far, except the text already in the field. */
export function offeredFor(typed: string, earlier: readonly string[]): readonly string[] {
  const written = fold(typed)
  const words = wordsOf(written)
  return earlier
    .filter((text) => {
      const folded = fold(text)
      return folded !== written && words.every((word) => folded.includes(word))
    })
    .slice(0, offered)
}

function eachOnce(texts: readonly string[]): readonly string[] {
  const byFolded = new Map<string, string>()
  for (const text of texts) {
    const folded = fold(text)
    if (folded !== '' && !byFolded.has(folded)) byFolded.set(folded, text.trim())
  }
  return [...byFolded.values()]
}
