import * as v from 'valibot'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { carriesReference } from '#shared/domain/reference.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import { toClaimDetail, toInsurerClaim } from './claim-mapping.ts'
import type { ClaimLook } from './claim-reading.ts'
import { WireClaimCreated, WireClaimDetailAnswer, WireClaimLook, WireNoClaim } from './wire/claim.ts'

/** Whether a create answer is for this claim: the policy number must come back. */
export function confirmsClaim(claim: ClaimContent) {
  return (json: unknown): boolean => {
    const parsed = v.safeParse(WireClaimCreated, json)
    return parsed.success && isSamePolicy(parsed.output.data.policy_number, claim.policyNumber)
  }
}

/**
 * Whether a create answer repeats our reference, so that later texts of this insurer can be trusted to.
 *
 * @returns null when it does not repeat the text
 */
export function keepsReference(branchReference: string) {
  return (json: unknown): boolean | null => {
    const parsed = v.safeParse(WireClaimCreated, json)
    const text = parsed.success ? parsed.output.data.details_of_incidence : null
    return typeof text === 'string' ? carriesReference(text, branchReference) : null
  }
}

/** Reads what the insurer shows of a policy; null when it belongs to another. */
export function claimLookOf(product: Product, policyNumber: string) {
  return (json: unknown): ClaimLook | null => {
    if (v.is(WireNoClaim, json)) return { type: 'none' }
    const parsed = v.safeParse(WireClaimLook, json)
    if (!parsed.success || !isSamePolicy(parsed.output.data.policy_number, policyNumber)) return null
    return { type: 'claim', claim: toInsurerClaim(product, parsed.output.data) }
  }
}

/** Reads one claim; null when it belongs to another policy. */
export function claimDetailOf(product: Product, policyNumber: string) {
  return (json: unknown): ClaimDetail | null => {
    const parsed = v.safeParse(WireClaimDetailAnswer, json)
    if (!parsed.success || !isSamePolicy(parsed.output.data.policy_number, policyNumber)) return null
    return toClaimDetail(product, parsed.output.data)
  }
}
