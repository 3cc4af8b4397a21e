import { expect, it } from 'vitest'
import { claimFieldNames, type ClaimFieldName } from '#shared/domain/claim.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { comparedFields, isDifferent, type FieldVerdict } from './compared-fields.ts'

const submitted = madeUpClaim({ incidentDetails: 'Hit a kerb [at low speed], left of the road.' })
const kept = (changes: Partial<InsurerClaim> = {}): InsurerClaim => ({
  ...asTold(submitted),
  product: 'keke',
  status: 'pending',
  createdAt: knownTime('2026-11-02T09:00:00.000Z'),
  updatedAt: knownTime('2026-11-02T09:00:00.000Z'),
  ...changes,
})
const verdict = (name: ClaimFieldName, changes: Partial<InsurerClaim>): FieldVerdict | undefined =>
  comparedFields(submitted, kept(changes)).find((field) => field.name === name)?.verdict

it('are the same in every field', () => {
  const fields = comparedFields(submitted, kept())
  expect(fields).toHaveLength(claimFieldNames.length)
  expect(fields.filter(({ verdict }) => verdict !== 'same')).toEqual([])
  expect(fields.find(({ name }) => name === 'repairEstimate')?.here).toBe('₦45,000')
  expect(fields.find(({ name }) => name === 'occurrenceDate')?.there).toBe('2 November 2026')
})

const entities = 'Hit a kerb &#91;at low speed&#93;, left of the road.'
const referred = detailsWithReference(submitted.incidentDetails, '7F3K-92QD')
const twoDays = { type: 'not-understood', text: '02/11/2026' } as const

it.each<[string, ClaimFieldName, Partial<InsurerClaim>, FieldVerdict]>([
  ['a text cut', 'incidentDetails', { incidentDetails: 'Hit a kerb [at low speed], le' }, 'similar'],
  ['in capitals', 'incidentDetails', { incidentDetails: submitted.incidentDetails.toUpperCase() }, 'similar'],
  ['as entities', 'incidentDetails', { incidentDetails: entities }, 'similar'],
  ['with our reference', 'incidentDetails', { incidentDetails: referred }, 'similar'],
  ['another text', 'incidentDetails', { incidentDetails: 'A bus brushed the mirror.' }, 'different'],
  ['no text', 'incidentDetails', { incidentDetails: ' ' }, 'missing'],
  ['the same policy', 'policyNumber', { policyNumber: 'kkp/2026/la/000001' }, 'similar'],
  ['another policy', 'policyNumber', { policyNumber: 'KKP/2026/LA/000010' }, 'different'],
  ['another day', 'occurrenceDate', { occurrenceDate: knownDay('2026-11-03') }, 'different'],
  ['no day', 'occurrenceDate', { occurrenceDate: notThere }, 'missing'],
  ['a day that may be two', 'occurrenceDate', { occurrenceDate: twoDays }, 'unread'],
  ['another amount', 'repairEstimate', { repairEstimate: 4_500 }, 'different'],
  ['no amount', 'repairEstimate', { repairEstimate: null }, 'missing'],
  ['another link', 'medicalReportUrl', { medicalReportUrl: 'https://files.example/other.pdf' }, 'different'],
])('are told apart: %s', (_what, name, changes, expected) => {
  expect(verdict(name, changes)).toBe(expected)
})

it('are different where a person has to look', () => {
  const fields = comparedFields(
    submitted,
    kept({ repairEstimate: 1, occurrenceAddress: '', policyNumber: 'kkp/2026/la/000001' }),
  )
  expect(fields.filter(isDifferent).map(({ name }) => name)).toEqual(['occurrenceAddress', 'repairEstimate'])
})
