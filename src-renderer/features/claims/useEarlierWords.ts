import { computed, type ComputedRef } from 'vue'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { earlierClaimants, earlierPlaces, ownClaims } from './earlier-words.ts'

/**
 * What this officer wrote into earlier claims, to be offered and never filled in. It is read from the outbox, which
 * keeps it sealed; nothing is kept besides, so it goes when the entries go.
 */
export function useEarlierWords(policyNumber: () => string): {
  readonly earlier: ComputedRef<Partial<Readonly<Record<ClaimFieldName, readonly string[]>>>>
  /** Reads it, once somebody comes to a field that offers it. */
  readonly read: () => void
} {
  const outbox = useOutbox()
  const officers = useOfficers()
  const bodies = useClaimBodies()
  const claims = useClaims()
  const own = computed(() => ownClaims(outbox.entries, officers.current?.name ?? null))
  const earlier = computed(() => ({
    occurrenceAddress: earlierPlaces(own.value, bodies.bodies),
    claimantIdentification: earlierClaimants(
      policyNumber(),
      own.value,
      bodies.bodies,
      claims.ofPolicy(policyNumber()),
    ),
  }))
  return { earlier, read: () => void bodies.need(own.value.map(({ id }) => id)) }
}
