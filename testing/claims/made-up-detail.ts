import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

const at = '2026-11-20T09:00:00.000Z'

/** A claim of a policy with its customer. */
export function madeUpDetail(policyNumber: string): ClaimDetail {
  return {
    product: 'keke',
    ...asTold(madeUpClaim({ policyNumber })),
    status: '1',
    createdAt: knownTime(at),
    updatedAt: knownTime(at),
    id: null,
    deletedAt: notThere,
    holder: {
      firstName: 'Omotayo',
      middleName: null,
      surname: 'Invented',
      phone: '08000001234',
      email: 'made.up@customer.example',
      address: null,
      gender: null,
      dateOfBirth: knownDay('1988-02-29'),
      town: null,
      stateOfResidence: null,
      occupation: null,
      nextOfKinName: null,
    },
    policy: null,
  }
}
