import { policyNumberOf } from '../domain/policy-number.ts'

/** A policy number as searchable text: as written, plus its normal form if that differs. */
export function searchedPolicy(policyNumber: string): string {
  const policy = policyNumberOf(policyNumber)
  return policy === policyNumber ? policy : `${policyNumber} ${policy}`
}
