import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { aStatus } from '#testing/page/fake-main.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

export { completeFields } from '#testing/claim/made-up.ts'

/** App status of an installation in practice. */
export const practiceStatus = aStatus()

/** The given number of made-up pharmacies. */
export function madeUpPharmacies(count: number): Pharmacy[] {
  const states = ['Lagos', 'Oyo', 'Kano'] as const
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    code: `PH-${String(index + 1).padStart(4, '0')}`,
    name: `${['Adeola', 'Bright', 'Chidera', 'Dove'][index % 4] ?? ''} Pharmacy ${index + 1}`,
    state: states[index % 3] ?? 'Lagos',
    lga: ['Ikeja', 'Ibadan North', 'Nassarawa'][index % 3] ?? 'Ikeja',
    address: `${index + 1} Market Road`,
    updatedAt: null,
  }))
}

/** The given number of made-up claims of a product at the insurer, oldest first. */
export function madeUpClaims(product: Product, count: number): ReceivedClaim[] {
  const places = ['Yaba, Lagos', 'Ìbàdàn, Ọ̀yọ́', 'Nsụkka, Enugu', 'Gwale, Kano'] as const
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (index % 700))).toISOString()
    return {
      ...asTold(madeUpClaim()),
      product,
      id: index + 1,
      policyNumber: `${product === 'keke' ? 'KP' : 'OP'}/2026/${String(1000 + (index % 4000))}/LAG`,
      occurrenceDate: knownDay(day.slice(0, 10)),
      occurrenceAddress: `${index + 1} Made-up Street, ${places[index % 4] ?? ''}`,
      incidentDetails: `Number ${index + 1}: a bus turned without a signal and hit the front wheel.`,
      claimantIdentification: `NIN ${String(index).padStart(11, '0')}`,
      repairEstimate: 5000 + index * 10,
      status: String(index % 4),
      deletedAt: notThere,
      createdAt: knownTime(day),
      updatedAt: knownTime(day),
    }
  })
}

/** The insurer's answer for the policy of a claim. The person is made up. */
export function madeUpDetail(claim: ReceivedClaim): ClaimDetail {
  return {
    ...claim,
    id: null,
    holder: {
      firstName: 'Ọmọ́táyọ̀',
      middleName: null,
      surname: "O'Brien-Nwaọ̀gụ̀",
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
      policyNumber: claim.policyNumber,
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
