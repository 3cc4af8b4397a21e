import { computed } from 'vue'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { claimLimits } from '#shared/domain/claim.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useAnswer } from './useAnswer.ts'

const none: readonly ClaimRow[] = []

/** Whether it can be a policy's: not empty, and no longer than any is. */
export function isAskable({ length }: PolicyNumber): boolean {
  return length > 0 && length <= claimLimits.policyNumber
}

/** The claims of a policy, of both products, each once; none for the empty number. */
export function useClaimsOfPolicy(policy: () => PolicyNumber) {
  const claims = useClaims()
  const drafts = useDrafts()
  const outbox = useOutbox()
  // Not with every letter that a form saves: the form knows its own draft, and no other changes meanwhile.
  const draftIds = computed(() => [...drafts.byId.keys()].join())
  const { value, failure } = useAnswer(() => {
    const asked = { policyNumber: policy(), of: [claims.renewals, outbox.byId, draftIds.value] }
    return isAskable(asked.policyNumber)
      ? askMain('claims:of-policy', { policyNumber: asked.policyNumber })
      : null
  }, policy)
  return {
    claims: computed(() => value.value ?? none),
    /** Whether main has answered, or there is nothing to ask. */
    isKnown: computed(() => !isAskable(policy()) || value.value !== null || failure.value !== null),
  }
}
