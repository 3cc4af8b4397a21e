import { describe, expect, it } from 'vitest'
import { isHttpsLink } from '../https-link.ts'
import { claimFieldNames, claimLimits, type ClaimFieldName, type FieldProblem } from './claim.ts'
import {
  claimOf,
  draftAmount,
  emptyFields,
  fieldsOf,
  missingFields,
  parseNaira,
  type DraftFields,
} from './draft.ts'

const link = 'https://files.example/a.pdf'
const complete: DraftFields = {
  policyNumber: 'KKP/2026/LA/000001',
  claimantIdentification: 'NIN-TEST-0001',
  occurrenceDate: '2026-11-02',
  occurrenceAddress: '12 Test Street, Yaba',
  incidentDetails: 'Hit a kerb at low speed.',
  incidentPictureUrl: link,
  medicalReportUrl: link,
  deathCertificateUrl: link,
  originalPolicyCertificateUrl: link,
  repairEstimate: '₦45,000.50',
}

describe('a draft', () => {
  it('that is complete is a claim, with the amount as a number', () => {
    expect(claimOf(complete)).toEqual({ ok: true, value: { ...complete, repairEstimate: 45_000.5 } })
  })

  it('that is empty lacks every field', () => {
    const claim = claimOf(emptyFields())
    const required = Object.fromEntries(claimFieldNames.map((name) => [name, 'required']))
    expect(claim).toEqual({ ok: false, error: required })
    expect(missingFields(emptyFields())).toEqual([...claimFieldNames])
  })

  it('made from a claim is that claim again', () => {
    const claim = claimOf(complete)
    if (!claim.ok) throw new Error('not a claim')
    expect(claimOf(fieldsOf(claim.value))).toEqual(claim)
  })

  it.each<[ClaimFieldName, string, FieldProblem]>([
    ['policyNumber', '   ', 'required'],
    ['policyNumber', '\u200b…', 'required'],
    ['policyNumber', 'CHINEDU', 'no-policy-number'],
    ['policyNumber', 'x'.repeat(claimLimits.policyNumber + 1), 'too-long'],
    ['policyNumber', 'KKP\u0000/1', 'control-characters'],
    ['claimantIdentification', 'x'.repeat(claimLimits.claimantIdentification + 1), 'too-long'],
    ['occurrenceDate', 'soon', 'not-a-date'],
    ['occurrenceDate', '11/13/2026', 'no-such-day'],
    ['occurrenceDate', '30 Feb', 'no-such-day'],
    ['occurrenceAddress', 'x'.repeat(claimLimits.occurrenceAddress + 1), 'too-long'],
    ['incidentDetails', 'x'.repeat(claimLimits.incidentDetails + 1), 'too-long'],
    ['incidentPictureUrl', 'http://files.example/a.jpg', 'not-https'],
    ['medicalReportUrl', 'files.example/a.pdf', 'not-https'],
    ['deathCertificateUrl', 'javascript:alert(1)', 'not-https'],
    ['originalPolicyCertificateUrl', 'https://user:pass@files.example/a.pdf', 'not-https'],
    ['repairEstimate', 'a lot', 'not-a-number'],
    ['repairEstimate', '-1', 'negative'],
    ['repairEstimate', '1000000001', 'too-large'],
    ['repairEstimate', '1.0055', 'too-many-decimals'],
    ['repairEstimate', '₦45.000', 'grouped-by-points'],
  ])('with %s "%s" gets the problem %s, and no other', (field, typed, problem) => {
    expect(claimOf({ ...complete, [field]: typed })).toEqual({ ok: false, error: { [field]: problem } })
  })

  it('keeps quotes, diacritics, line breaks and right-to-left text as they are', () => {
    const incidentDetails = 'Ọ̀rẹ́ said "stop"\nthen he fell; عربي'
    const claim = claimOf({ ...complete, incidentDetails })
    expect(claim).toMatchObject({ ok: true, value: { incidentDetails } })
  })
})

describe('an amount', () => {
  it.each([
    ['45000', 45_000],
    ['45,000', 45_000],
    ['1 234 567.5', 1_234_567.5],
    ['NGN 1,000', 1000],
    ['n500', 500],
    ['₦ 0', 0],
    ['#45,000', 45_000],
    ['=N=45,000.00', 45_000],
    ['45,000/=', 45_000],
    ['45,000.00 naira only.', 45_000],
    ['about 45000', 45_000],
    ['45k', 45_000],
    ['1.1 M', 1_100_000],
    ['1.005', Number.NaN],
  ])('typed as "%s" is %d naira', (typed, naira) => {
    expect(parseNaira(typed)).toBe(naira)
  })

  it.each([
    '',
    '45,00',
    '250k for bumper',
    '1,0000',
    '12kk',
    '1.234.567',
    '1e5',
    '٤٥',
    '5.',
    '--1',
    'Infinity',
  ])('"%s" is none', (typed) => {
    expect(parseNaira(typed)).toBeNaN()
  })

  it.each(['-5', '1,000,000,001', '45.005', 'a lot', ''])(
    'of a draft, "%s", is shown and summed nowhere',
    (typed) => {
      expect(draftAmount({ repairEstimate: typed })).toBeNull()
      expect(draftAmount({ repairEstimate: '45k' })).toBe(45_000)
    },
  )
})

it('a link is https, with a host and without credentials', () => {
  expect(isHttpsLink('https://files.example/a b.pdf?x=1#y')).toBe(true)
  for (const bad of [
    'ftp://files.example/a',
    'https://',
    'https:///',
    '//files.example',
    'https://u@files.example',
  ]) {
    expect(isHttpsLink(bad), bad).toBe(false)
  }
})
