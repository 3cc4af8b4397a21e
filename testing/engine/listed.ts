import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import type { Sought } from '#main/delivery/recognition.ts'
import { knownTime, notThere } from '#shared/domain/told.ts'

export const policyNumber = 'KKP/2026/LA/000001'
export const reference = '7F3K-92QD'

/** A made-up claim that is looked for. */
export const sought: Sought = {
  id: 'entry',
  product: 'keke',
  policy: policyNumberOf(policyNumber),
  reference,
  occurrenceDate: '2026-11-02',
  firstAttemptMs: null,
}

/** A made-up row of the insurer's list, of a policy of its own and of the day of {@link sought}. */
export function listed(id: number, changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
  const at = '2026-11-20T09:00:00.000Z'
  return {
    ...asTold(madeUpClaim({ policyNumber: `KKP/${id}` })),
    product: 'keke',
    id,
    status: '0',
    deletedAt: notThere,
    createdAt: knownTime(at),
    updatedAt: knownTime(at),
    ...changes,
  }
}
