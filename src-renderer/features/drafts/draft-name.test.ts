import { expect, it } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { draftName } from './draft-name.ts'

it('is the first thing that is known, a few words of it, and at last when it was begun', () => {
  const createdAt = new Date(2026, 10, 3, 14, 5).toISOString()
  const named = (fields: object): string =>
    draftName({ createdAt, fields: { ...emptyFields(), occurrenceDate: '03/11/2026', ...fields } })
  const details = ' A bus turned without\na signal and hit the keke.'
  expect(named({ incidentDetails: details })).toBe('A bus turned without a signal')
  expect(named({ incidentDetails: details, occurrenceAddress: 'Yaba' })).toBe('Yaba')
  expect(named({ occurrenceAddress: 'Yaba', claimantIdentification: 'NIN 417' })).toBe('NIN 417')
  expect(named({ claimantIdentification: 'NIN 417', policyNumber: ' KKP/1 ' })).toBe('KKP/1')
  expect(named({})).toBe('Draft of 3 Nov 2026, 14:05')
})
