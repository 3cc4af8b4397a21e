import { describe, expect, it } from 'vitest'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { claimDetailOf, claimListOf, confirmsClaim } from './claim-answers.ts'

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
const listed = (id: unknown) => ({ ...wire, id, deleted_at: null })

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

describe('a claim list', () => {
  it('is read completely, as a list of its product', () => {
    const rows = claimListOf('okada')({ success: true, data: [listed(5), listed('6')] })
    expect(rows).toMatchObject([
      { product: 'okada', id: 5, policyNumber, repairEstimate: 45_000 },
      { product: 'okada', id: 6 },
    ])
    expect(claimListOf('keke')({ success: true, data: [] })).toEqual([])
  })

  it('is rejected when one item cannot be read', () => {
    expect(claimListOf('keke')({ success: true, data: [listed(5), listed('five')] })).toBeNull()
    expect(claimListOf('keke')({ success: false, data: [] })).toBeNull()
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
