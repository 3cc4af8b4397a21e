import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

/** Makes up claims of a product, spread over a thousand days. */
export function madeUpClaimList(product: Product, count: number): ReceivedClaim[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2023, 0, 1 + (index % 1000), 9, index % 60)).toISOString()
    return {
      ...asTold(madeUpClaim()),
      product,
      id: index + 1,
      policyNumber: `${product === 'keke' ? 'KKP' : 'OKP'}/2024/LA/${String(100_000 + index)}`,
      occurrenceDate: knownDay(day.slice(0, 10)),
      occurrenceAddress: `${index + 1} Made-up Street, Ìbàdàn, Ọ̀yọ́`,
      incidentDetails: `A bus turned without a signal and hit the front wheel of number ${index + 1}; two passengers were bruised and the canopy was torn off.`,
      claimantIdentification: `NIN ${String(index).padStart(11, '0')}`,
      repairEstimate: 5000 + index * 10,
      status: String(index % 4),
      deletedAt: notThere,
      createdAt: knownTime(day),
      updatedAt: knownTime(day),
    }
  })
}
