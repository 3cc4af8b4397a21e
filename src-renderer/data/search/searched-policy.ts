import { policyNumberOf } from '#shared/domain/policy-number.ts'

/** A policy number as text to search in: what stands there, and its normal form where that is another. */
export function searchedPolicy(policyNumber: string): string {
  const policy = policyNumberOf(policyNumber)
  return policy === policyNumber ? policy : `${policyNumber} ${policy}`
}
