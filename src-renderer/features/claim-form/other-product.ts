import { computed, shallowRef } from 'vue'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { onceKnown, useAnswer } from '#renderer/composables/useAnswer.ts'
import { isAskable } from '#renderer/composables/useClaimsOfPolicy.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import type { ClaimDraft } from './useClaimDraft.ts'

/** What a form says of the product of its policy. */
export type OtherProduct = ReturnType<typeof useOtherProduct>

/** Whether a claim is of one product and its policy of the other, and which number was meant, as far as is known here. */
export function useOtherProduct({ fields, product }: ClaimDraft, isKept: boolean) {
  const claims = useClaims()
  const opened = product.value
  const policyNow = (): PolicyNumber => policyNumberOf(fields.policyNumber)
  /** As the field was left: half a number may be another one's. */
  const left = shallowRef(policyNumberOf(isKept ? fields.policyNumber : ''))
  const { value, failure } = useAnswer(
    () => {
      const asked = { policyNumber: left.value, of: claims.renewals }
      return isAskable(asked.policyNumber)
        ? askMain('claims:known-of', { policyNumber: asked.policyNumber })
        : null
    },
    () => left.value,
  )
  const isKnown = computed(() => !isAskable(left.value) || value.value !== null || failure.value !== null)
  /** What the policy is of; null where that is unknown, or is what the claim is of, too. */
  const other = computed((): Product | null => {
    const of = value.value?.products ?? []
    return left.value !== policyNow() || of.includes(product.value) ? null : (of[0] ?? null)
  })
  /** The number that may be meant, where the policy has letters among its figures. */
  const meant = computed(() => (left.value === policyNow() ? (value.value?.meant ?? null) : null))
  /** The product that is offered, and whether the claim was of it before; null where nothing is to be said. */
  const offer = computed(() => {
    if (other.value !== null) return { to: other.value, wasIt: false }
    return product.value === opened ? null : { to: opened, wasIt: true }
  })
  return {
    other,
    meant,
    offer,
    /** The field was left, or the claim is to be submitted. @returns null where the answer is there already */
    look: (): Promise<void> | null => {
      left.value = policyNow()
      return onceKnown(isKnown)
    },
  }
}
