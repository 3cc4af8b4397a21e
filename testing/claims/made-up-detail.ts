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
      address: '3 Invented Close, Surulere',
      gender: 'Female',
      dateOfBirth: knownDay('1988-02-29'),
      town: 'Surulere',
      stateOfResidence: 'Lagos',
      occupation: 'Trader',
      nextOfKinName: 'Chịkà Invented',
    },
    policy: {
      id: 7,
      variantType: 'Standard',
      amountInsured: 500_000,
      policyNumber,
      startDate: knownDay('2025-06-01'),
      endDate: knownDay('2026-05-31'),
      status: '1',
      nextOfKinSurname: 'Invented',
      nextOfKinOtherNames: 'Chịkà',
      nextOfKinRelationship: 'Sister',
      nextOfKinPhone: '08000004321',
    },
  }
}
