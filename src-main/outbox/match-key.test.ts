import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { copyKeyOfBody, copyKeysOfRow, matchKeyOfBody, matchKeysOfRow } from './match-key.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from './testing/made-up.ts'

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
  it('match regardless of Unicode forms, white space and the case of the policy number', () => {
    const touched = row({
      policyNumber: 'kkp/2026/la/000001 ',
      occurrenceAddress: '12  Test\u00a0Street,\nYaba',
      incidentDetails: 'Hit a kerb at low speed.\r\n',
    })
    expect(matchKeysOfRow(touched)).toContain(plain)
  })

  it.each([
    'KKP\\2026\\LA\\000001',
    'kkp / 2026/la /000001.',
    'ＫＫＰ／2026／LA／000001',
    'KKP/2026/LA/\u200b000001',
  ])('match the policy number however it is spelled: %s', (policyNumber) => {
    expect(matchKeysOfRow(row({ policyNumber }))).toContain(plain)
    expect(matchKeyOfBody(claimSubmission({ policyNumber }).body)).toBe(exact)
  })

  it('match regardless of white space around each text, and of Unicode forms in each', () => {
    const texts = {
      claimantIdentification: 'Ọjà 1',
      occurrenceAddress: 'Ọjà 2',
      incidentDetails: 'Ọjà 3',
      incidentPictureUrl: 'Ọjà 4',
      medicalReportUrl: 'Ọjà 5',
      deathCertificateUrl: 'Ọjà 6',
      originalPolicyCertificateUrl: 'Ọjà 7',
    }
    const touched = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        ` ${text.normalize('NFD').replace(' ', '\r\n\t')}\n`,
      ]),
    )
    const body = claimSubmission(texts, { branchReference: null }).body
    expect(matchKeysOfRow(row(touched))).toEqual([matchKeyOfBody(body)])
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
  it('is enough, whatever happened to the other fields', () => {
    const touched = row({ incidentDetails: 'cut short … [ref 7f3k-92qd]', occurrenceAddress: '' })
    expect(matchKeysOfRow(touched)).toContain(exact)
  })

  it('with another policy does not match', () => {
    const other = row({ policyNumber: 'KKP/2026/LA/000002', incidentDetails: 'x [Ref 7F3K-92QD]' })
    expect(matchKeysOfRow(other)).not.toContain(exact)
  })

  it('is required: equal fields without it are another claim', () => {
    expect(matchKeysOfRow(row())).not.toContain(exact)
  })

  it.each([
    'x [Ref 7F3K-92QD]',
    '[Ref 7F3K-92QD]',
    'x [ref 7f3k-92qd] y',
    'x [Ref\n 7F3K-92QD]',
    'x [Ref 7F3K-92QD][Ref 7F3K-92QE]',
    '[Ref 7F3K-92QE] [Ref 7F3K-92QD]',
  ])('is found in "%s"', (incidentDetails) => {
    expect(matchKeysOfRow(row({ incidentDetails }))).toContain(exact)
  })

  it.each([
    'x 7F3K-92QD',
    'x Ref 7F3K-92QD]',
    'x [Ref 7F3K-92QD',
    'x [Ref7F3K-92QD]',
    'x [Ref 7F3K-92Q]',
    'x [Ref F3K-92QD]',
    'x [Ref 7F3K-92QDD]',
    'x [Ref 77F3K-92QD]',
    'x [Ref 7F3K-92QI]',
    'x [Ref OF3K-92QD]',
    'x [Ref 7F3K 92QD]',
  ])('is not found in "%s"', (incidentDetails) => {
    expect(matchKeysOfRow(row({ incidentDetails }))).toHaveLength(1)
  })

  it('gives one key for each reference in a row', () => {
    expect(matchKeysOfRow(row({ incidentDetails: '[Ref 7F3K-92QD] [Ref 7F3K-92QE]' }))).toHaveLength(3)
  })
})

describe('a pharmacy request', () => {
  const keyOf = (policyNumber: string, pharmacyId: number): string =>
    matchKeyOfBody(pharmacySubmission(policyNumber, pharmacyId).body)

  it('is the same one for the same pharmacy and policy, and never a claim', () => {
    const key = keyOf('KKP/2026/LA/000001', 7)
    expect(keyOf('kkp/2026/la/000001 ', 7)).toBe(key)
    expect(keyOf('KKP/2026/LA/000002', 7)).not.toBe(key)
    expect(keyOf('KKP/2026/LA/000001', 8)).not.toBe(key)
    expect([plain, exact]).not.toContain(key)
  })
})

describe('a claim that another computer may have sent', () => {
  const body = claimSubmission().body
  const details = `${body.claim.incidentDetails} [Ref 7F3K-92QD]`
  const copyOf = (changes: Partial<ReceivedClaim>): boolean =>
    copyKeysOfRow(row(changes)).some((key) => key === copyKeyOfBody(body))

  it('is recognised by its token at the end, as lists spell it', () => {
    expect(copyOf({ incidentDetails: details })).toBe(true)
    expect(
      copyOf({ policyNumber: 'kkp/2026/la/000001', incidentDetails: ` ${details.toLowerCase()}\r\n` }),
    ).toBe(true)
  })

  it.each([
    ['the token of another claim comes last', { incidentDetails: `${details} [Ref AAAA-0000]` }],
    ['the officer wrote on after it', { incidentDetails: `${details}, see there` }],
    ['it is of another policy', { incidentDetails: details, policyNumber: 'KKP/2026/LA/000002' }],
    ['it happened on another day', { incidentDetails: details, occurrenceDate: '2026-11-03' }],
    ['it has no token', {}],
  ])('is not known where %s', (_what, changes) => {
    expect(copyOf(changes)).toBe(false)
  })

  it('has no copy key without a reference, nor has a pharmacy request', () => {
    expect(copyKeyOfBody(claimSubmission({}, { branchReference: null }).body)).toBeNull()
    expect(copyKeyOfBody(pharmacySubmission().body)).toBeNull()
  })
})
