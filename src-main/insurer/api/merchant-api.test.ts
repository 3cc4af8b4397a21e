import { describe, expect, it } from 'vitest'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { claimDetailOf, claimLookOf, confirmsClaim, keepsReference } from './merchant-api.ts'

const policyNumber = 'KKP/2026/LA/000001'
const at = '2026-11-20T09:00:00.000000Z'
const wire = {
  policy_number: policyNumber,
  date_of_occurance: '2026-11-02',
  address_of_occurance: '12 Test Street, Yaba',
  details_of_incidence: 'Hit a kerb at low speed.',
  picture_of_incident: 'https://files.example/picture.jpg',
  medical_report: 'https://files.example/report.pdf',
  death_certificate: 'https://files.example/certificate.pdf',
  original_policy_certificate: 'https://files.example/policy.pdf',
  means_of_claimant_identification: 'NIN-TEST-0001',
  estimate_of_repair: '45,000',
  status: '0',
  created_at: at,
  updated_at: at,
}

describe('a create answer', () => {
  const isConfirmed = confirmsClaim(madeUpClaim({ policyNumber: ` ${policyNumber}` }))

  it.each([
    policyNumber,
    `${policyNumber} `,
    ` ${policyNumber}`,
    policyNumber.toLowerCase(),
    policyNumber.replaceAll('/', ' / '),
  ])('confirms the claim of its policy: "%s"', (said) => {
    expect(isConfirmed({ success: true, data: { policy_number: said } })).toBe(true)
  })

  it.each([
    { success: true, data: { policy_number: 'KKP/2026/LA/000002' } },
    { success: true, data: { policy_number: `${policyNumber}1` } },
    { success: true, data: { policy_number: null } },
    { success: true, data: {} },
    { success: true },
    { success: 'true', data: { policy_number: policyNumber } },
    { data: { policy_number: policyNumber } },
    [],
    null,
  ])('does not confirm it: %o', (json) => {
    expect(isConfirmed(json)).toBe(false)
  })
})

describe('a create answer about our reference', () => {
  const reference = '7F3K-92QD'
  const keeps = (data: object) =>
    keepsReference(reference)({ success: true, data: { policy_number: policyNumber, ...data } })

  it('says that it is kept, or lost', () => {
    expect(keeps({ details_of_incidence: `[Ref ${reference}] Hit a kerb.` })).toBe(true)
    expect(keeps({ details_of_incidence: 'Hit a kerb.' })).toBe(false)
    expect(keeps({ details_of_incidence: '' })).toBe(false)
  })

  it('says nothing where the text is not repeated', () => {
    expect(keeps({})).toBeNull()
    expect(keeps({ details_of_incidence: null })).toBeNull()
  })
})

describe('a look at a policy', () => {
  const look = claimLookOf('okada', policyNumber)

  it('shows the claim, whatever stands beside it', () => {
    const data = { ...wire, user: 'changed', merchant: { secret_key: 'made-up' } }
    expect(look({ success: true, data })).toEqual({
      type: 'claim',
      claim: expect.objectContaining({ product: 'okada', policyNumber, repairEstimate: 45_000 }) as object,
    })
    expect(JSON.stringify(look({ success: true, data }))).not.toContain('made-up')
  })

  it('shows that there is none only where it says so', () => {
    expect(look({ success: true, data: null })).toEqual({ type: 'none' })
    for (const data of [undefined, {}, [], '', 0, { ...wire, policy_number: 'KKP/2026/LA/000002' }]) {
      expect(look({ success: true, data }), JSON.stringify(data)).toBeNull()
    }
    expect(look({ success: false, data: null })).toBeNull()
  })
})

describe('one claim', () => {
  const read = claimDetailOf('keke', 'kkp / 2026 /LA/000001')
  const answer = (said: string) => ({ success: true, data: { ...wire, policy_number: said } })

  it.each([policyNumber, 'kkp/2026/la/000001', 'KKP/2026/  LA/000001', 'ＫＫＰ/2026/LA/000001'])(
    'is read when it has the requested policy, as "%s"',
    (said) => {
      expect(read(answer(said))).toMatchObject({ product: 'keke', policyNumber: said })
    },
  )

  it('of another policy is not shown', () => {
    expect(read(answer('KKP/2026/LA/000002'))).toBeNull()
    expect(read(answer('KKP/2026/LA/00000'))).toBeNull()
  })

  it('of another shape is rejected', () => {
    expect(read({ success: true, data: null })).toBeNull()
  })
})
