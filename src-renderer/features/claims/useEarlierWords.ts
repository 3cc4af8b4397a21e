import { computed, type ComputedRef } from 'vue'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { earlierClaimants, earlierPlaces, ownClaims } from './earlier-words.ts'

const none: readonly string[] = []

/** What was written before, by field. */
export interface EarlierWords {
  readonly earlier: ComputedRef<Partial<Readonly<Record<ClaimFieldName, readonly string[]>>>>
  /** Reads it, once somebody comes to a field that offers it. */
  readonly read: () => void
}

/**
 * What this officer wrote into earlier claims, to be offered and never filled in. It is read from the outbox, which
 * keeps it sealed; nothing is kept besides, so it goes when the entries go.
 */
export function useEarlierWords(policyNumber: () => string): EarlierWords {
  const outbox = useOutbox()
  const officers = useOfficers()
  const bodies = useClaimBodies()
  const claims = useClaims()
  const own = computed(() => ownClaims(outbox.entries, officers.current?.name ?? null))
  // Apart, and none the same list each time: their fields are not drawn anew while a policy number is typed.
  const places = computed(() => earlierPlaces(own.value, bodies.bodies))
  const claimants = computed(() => {
    const policy = policyNumberOf(policyNumber())
    const found = earlierClaimants(policy, own.value, bodies.bodies, claims.ofPolicy(policy))
    return found.length === 0 ? none : found
  })
  const earlier = computed(() => ({
    occurrenceAddress: places.value,
    claimantIdentification: claimants.value,
  }))
  return { earlier, read: () => void bodies.need(own.value.map(({ id }) => id)) }
}
