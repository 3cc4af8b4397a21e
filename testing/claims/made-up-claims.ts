import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

/** A made-up claim at the insurer. */
export function madeUpListed(changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
  const { product = 'keke', id = 1 } = changes
  const at = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString()
  return {
    ...asTold(madeUpClaim()),
    product,
    id,
    policyNumber: `${product === 'keke' ? 'KP' : 'OP'}/2026/${1000 + id}/LAG`,
    occurrenceDate: knownDay(at.slice(0, 10)),
    occurrenceAddress: `${id} Made-up Street, Ìbàdàn`,
    incidentDetails: `Number ${id}: a bus turned without a signal and hit the front wheel.`,
    claimantIdentification: `NIN ${String(id).padStart(11, '0')}`,
    repairEstimate: 5000 + id * 10,
    status: String(id % 4),
    createdAt: knownTime(at),
    updatedAt: knownTime(at),
    deletedAt: notThere,
    ...changes,
  }
}

/** The given number of made-up claims of a product at the insurer, entered a minute apart, oldest first. */
export function madeUpClaims(product: Product, count: number): readonly ReceivedClaim[] {
  return Array.from({ length: count }, (_, index) => madeUpListed({ product, id: index + 1 }))
}
