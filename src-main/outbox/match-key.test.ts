import { describe, expect, it } from 'vitest'
import type { Claim } from '#shared/domain/claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import { copyKeyOfBody, copyKeysOfRow, matchKeyOfBody, matchKeysOfRow } from './match-key.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from './testing/made-up.ts'

const { body } = claimSubmission()
const sent = detailsWithReference(body.claim.incidentDetails, '7F3K-92QD')
const row = (changes: Partial<Claim>): Claim => ({
  ...madeUpClaim(),
  incidentDetails: sent,
  ...changes,
})
const isFound = (changes: Partial<Claim>): boolean =>
  matchKeysOfRow(row(changes)).includes(matchKeyOfBody(body))
const isCopy = (changes: Partial<Claim>): boolean =>
  copyKeysOfRow(row(changes)).some((key) => key === copyKeyOfBody(body))

describe('a row that carries the reference', () => {
  it.each([
    ['as sent', {}],
    ['cut behind it', { incidentDetails: '[Ref 7F3K-92QD]' }],
    ['without brackets', { incidentDetails: 'REF 7F3K-92QD HIT A KERB' }],
    ['escaped', { incidentDetails: '&#91;ref 7f3k-92qd&#93; hit a kerb' }],
    ['with another text', { incidentDetails: '[Ref 7F3K-92QD] Something else.' }],
    ['that quotes another claim', { incidentDetails: '[Ref 7F3K-92QD] As [Ref 0000-ZZZZ] says.' }],
    ['with other fields', { occurrenceAddress: '', repairEstimate: 1 }],
  ])('is the entry, and a copy of it: %s', (_name, changes) => {
    expect(isFound(changes)).toBe(true)
    expect(isCopy(changes)).toBe(true)
  })

  it.each([
    'KKP\\2026\\LA\\000001',
    'kkp / 2026/la /000001.',
    'ＫＫＰ／２０２６／ＬＡ／０００００１',
    'KKP/2026/LA/\u200b000001',
  ])('is the entry however its policy number is spelled: %s', (policyNumber) => {
    expect(isFound({ policyNumber })).toBe(true)
    expect(isCopy({ policyNumber })).toBe(true)
    expect(matchKeyOfBody(claimSubmission({ policyNumber }).body)).toBe(matchKeyOfBody(body))
  })

  it('is the entry on another day too, but no copy of it', () => {
    expect(isFound({ occurrenceDate: '2026-11-03' })).toBe(true)
    expect(isCopy({ occurrenceDate: '2026-11-03' })).toBe(false)
  })
})

describe('another row', () => {
  it.each([
    ['of another policy', { policyNumber: 'KKP/2026/LA/000002' }],
    ['with another reference', { incidentDetails: detailsWithReference('x', '7F3K-92QE') }],
    ['that only quotes it', { incidentDetails: '[Ref 7F3K-92QE] As [Ref 7F3K-92QD] says.' }],
    ['cut within it', { incidentDetails: '[Ref 7F3K-92Q' }],
    ['with equal fields alone', { incidentDetails: body.claim.incidentDetails }],
  ])('is neither the entry nor a copy of it: %s', (_name, changes) => {
    expect(isFound(changes)).toBe(false)
    expect(isCopy(changes)).toBe(false)
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
    expect(matchKeyOfBody(body)).not.toBe(key)
    expect(copyKeyOfBody(pharmacySubmission().body)).toBeNull()
  })
})
