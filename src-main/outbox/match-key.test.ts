import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { matchKeyOfBody, matchKeysOfRow } from './match-key.ts'
import { claimSubmission, madeUpClaim } from './model/made-up.ts'

function row(changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
  const at = '2026-11-20T09:00:00.000000Z'
  return {
    ...madeUpClaim(),
    product: 'keke',
    id: 1,
    status: '0',
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}
const plain = matchKeyOfBody(claimSubmission({}, { branchReference: null }).body)
const exact = matchKeyOfBody(claimSubmission().body)

describe('ten fields', () => {
  it('match over Unicode forms, white space and the case of the policy number', () => {
    const touched = row({
      policyNumber: 'kkp/2026/la/000001 ',
      occurrenceAddress: '12  Test\u00a0Street,\nYaba',
      incidentDetails: 'Hit a kerb at low speed.\r\n',
    })
    expect(matchKeysOfRow(touched)).toContain(plain)
  })

  it('match composed and decomposed letters', () => {
    const body = claimSubmission({ occurrenceAddress: 'Ọjà Street' }, { branchReference: null }).body
    const decomposed = row({ occurrenceAddress: 'Ọjà Street'.normalize('NFD') })
    expect(matchKeysOfRow(decomposed)).toContain(matchKeyOfBody(body))
  })

  it.each([
    ['amount', { repairEstimate: 45_001 }],
    ['amount that is no number', { repairEstimate: null }],
    ['date', { occurrenceDate: '2026-11-03' }],
    ['address', { occurrenceAddress: '13 Test Street, Yaba' }],
    ['details', { incidentDetails: 'Hit a kerb.' }],
    ['identification', { claimantIdentification: 'NIN-TEST-0002' }],
    ['picture', { incidentPictureUrl: 'https://files.example/other.jpg' }],
    ['report', { medicalReportUrl: 'https://files.example/other.pdf' }],
    ['death certificate', { deathCertificateUrl: 'https://files.example/other.pdf' }],
    ['policy certificate', { originalPolicyCertificateUrl: 'https://files.example/other.pdf' }],
    ['policy', { policyNumber: 'KKP/2026/LA/000002' }],
  ])('do not match with another %s', (_field, changes) => {
    expect(matchKeysOfRow(row(changes))).not.toContain(plain)
  })
})

describe('the reference', () => {
  it('is enough, whatever became of the other fields', () => {
    const touched = row({ incidentDetails: 'cut short … [ref 7f3k-92qd]', occurrenceAddress: '' })
    expect(matchKeysOfRow(touched)).toContain(exact)
  })

  it('of another policy is not ours', () => {
    const other = row({ policyNumber: 'KKP/2026/LA/000002', incidentDetails: 'x [Ref 7F3K-92QD]' })
    expect(matchKeysOfRow(other)).not.toContain(exact)
  })

  it('must be there: equal fields without it are another claim', () => {
    expect(matchKeysOfRow(row())).not.toContain(exact)
  })
})
