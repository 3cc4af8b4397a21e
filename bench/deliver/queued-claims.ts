import { claimSubmission } from '#testing/outbox/made-up.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'

export type QueuedClaim = ReturnType<typeof claimSubmission>

/** Claims of different policies, both products in turn, each with its reference as the form puts one. */
export function queuedClaims(count: number): readonly QueuedClaim[] {
  return Array.from({ length: count }, (_, n) => {
    const product = n % 2 === 0 ? 'keke' : 'okada'
    const policyNumber = `${product === 'keke' ? 'KKP' : 'OKP'}/2026/BENCH/${String(n).padStart(6, '0')}`
    const claim = { policyNumber, claimantIdentification: `NIN-BENCH-${n}`, repairEstimate: 45_000 + n }
    return claimSubmission(claim, { product, branchReference: newBranchReference() })
  })
}
