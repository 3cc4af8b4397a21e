import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { samplePolicies } from '#proofs/insurer/test-insurer.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'

const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }

/** The n-th claim of a branch: both products in turn, over all policies. */
export function branchSubmission(branch: number, n: number): ReturnType<typeof claimSubmission> {
  const product = n % 2 === 0 ? 'keke' : 'okada'
  const ofProduct = policies[product]
  return claimSubmission(
    {
      policyNumber: ofProduct[Math.floor(n / 2) % ofProduct.length] ?? '',
      claimantIdentification: `LOAD-${branch}-${n}`,
    },
    { product, branchReference: newBranchReference() },
  )
}
