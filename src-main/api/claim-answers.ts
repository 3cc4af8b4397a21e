import * as v from 'valibot'
import type { Claim } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { toClaimDetail, toReceivedClaim } from './claim-mapping.ts'
import { WireClaimCreated, WireClaimDetailAnswer, WireClaimList } from './wire/claim.ts'

/** Whether a create answer is for this claim: the policy number must come back. */
export function confirmsClaim(claim: Claim) {
  return (json: unknown): boolean => {
    const parsed = v.safeParse(WireClaimCreated, json)
    return parsed.success && isSamePolicy(parsed.output.data.policy_number, claim.policyNumber)
  }
}

/** Reads a list; null if any item cannot be read. */
export function claimListOf(product: Product) {
  return (json: unknown): readonly ReceivedClaim[] | null => {
    const parsed = v.safeParse(WireClaimList, json)
    return parsed.success ? parsed.output.data.map((wire) => toReceivedClaim(product, wire)) : null
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
