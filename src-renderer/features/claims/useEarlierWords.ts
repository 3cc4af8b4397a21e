import { computed, shallowRef, type ComputedRef } from 'vue'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { useClaimsOfPolicy } from '#renderer/composables/useClaimsOfPolicy.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { earlierClaimants, earlierPlaces, ownClaims } from './earlier-words.ts'

const none: readonly string[] = []

/** Suggestions from earlier claims, by field. */
export interface EarlierWords {
  readonly earlier: ComputedRef<Partial<Readonly<Record<ClaimFieldName, readonly string[]>>>>
  /** Reads them, once a field with suggestions gets the focus. */
  readonly read: () => void
}

/**
 * Suggestions from this officer's earlier claims, never filled in automatically. They are read from the encrypted
 * outbox and stored nowhere else, so they disappear with the entries.
 */
export function useEarlierWords(policyNumber: () => string): EarlierWords {
  const outbox = useOutbox()
  const officers = useOfficers()
  const bodies = useClaimBodies()
  const isWanted = shallowRef(false)
  const policy = computed(() => policyNumberOf(isWanted.value ? policyNumber() : ''))
  const known = useClaimsOfPolicy(() => policy.value)
  const own = computed(() => ownClaims(outbox.entries, officers.current?.name ?? null))
  // Two computeds and a constant empty list, so that typing a policy number re-renders neither field.
  const places = computed(() => earlierPlaces(own.value, bodies.bodies))
  const claimants = computed(() => {
    const found = earlierClaimants(policy.value, own.value, bodies.bodies, known.value.listed)
    return found.length === 0 ? none : found
  })
  const earlier = computed(() => ({
    occurrenceAddress: places.value,
    claimantIdentification: claimants.value,
  }))
  const read = (): void => {
    isWanted.value = true
    void bodies.need(own.value.map(({ id }) => id))
  }
  return { earlier, read }
}
