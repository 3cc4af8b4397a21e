import { describe, expect, it } from 'vitest'
import { claimFieldNames } from '../domain/claim.ts'
import { emptyFields, type DraftFields } from '../domain/draft.ts'
import { noAgreedLinks } from '../domain/stand-in.ts'
import { draftName, draftNeeds, placeBeside } from './draft-words.ts'
import { aDraft, anEntry, completeFields, englishSay } from '#testing/claim/made-up.ts'

it('a draft is called by the first thing known, a few words of it, and at last by when it was begun', () => {
  const createdAt = new Date(2026, 10, 3, 14, 5).toISOString()
  const named = (fields: Partial<DraftFields>): string =>
    draftName(
      { createdAt, fields: { ...emptyFields(), occurrenceDate: '03/11/2026', ...fields } },
      englishSay,
    )
  const incidentDetails = ' A bus turned without\na signal and hit the keke.'
  expect(named({ incidentDetails })).toBe('A bus turned without a signal')
  expect(named({ incidentDetails, occurrenceAddress: 'Yaba' })).toBe('Yaba')
  expect(named({ occurrenceAddress: 'Yaba', claimantIdentification: 'NIN 417' })).toBe('NIN 417')
  expect(named({ claimantIdentification: 'NIN 417', policyNumber: ' KKP/1 ' })).toBe('KKP/1')
  expect(named({})).toBe('Draft of 3 Nov 2026, 14:05')
})

it('a place that a draft is called by is not said beside its name', () => {
  const beside = (place: string, policyNumber = ''): string => {
    const fields = { ...emptyFields(), occurrenceAddress: place, policyNumber }
    return placeBeside(
      { claim: { type: 'draft', draft: aDraft({ fields }), isRecovered: false }, place },
      englishSay,
    )
  }
  expect(beside(' 12 Made-up Street,  off Allen Avenue, Ikeja')).toBe('')
  expect(beside('Ikeja', 'KKP/1')).toBe('Ikeja')
  expect(placeBeside({ claim: { type: 'own', entry: anEntry() }, place: 'Ikeja' }, englishSay)).toBe('Ikeja')
})

describe('what a draft needs', () => {
  const needs = (
    change: Parameters<typeof aDraft>[0],
    { hasFileStore = true, links = noAgreedLinks } = {},
  ): string => draftNeeds(aDraft(change), { hasFileStore, links }, englishSay)
  const id = aDraft().id
  const ready = 'Ready to submit'

  it('names three fields, and counts the others', () => {
    expect(needs({})).toBe(ready)
    expect(needs({ fields: emptyFields() })).toBe(
      `${claimFieldNames.length} fields left: Policy number, Claimant’s identification, Date of the incident and ${claimFieldNames.length - 3} more`,
    )
    expect(needs({ fields: { ...completeFields, repairEstimate: 'a lot' } })).toBe(
      'Correct 1 field: Estimate of repair',
    )
  })

  it('is no link where there is a file and a file store, unless a link that was typed is wrong', () => {
    const fields = { ...completeFields, medicalReportUrl: '', deathCertificateUrl: '' }
    const one = { medicalReportUrl: id }
    expect(needs({ fields, slotFiles: one })).toBe('1 field left: Death certificate')
    expect(needs({ fields, slotFiles: one }, { hasFileStore: false })).toBe(
      '2 fields left: Medical report, Death certificate',
    )
    const slotFiles = { ...one, deathCertificateUrl: id }
    expect(needs({ fields, slotFiles })).toBe(ready)
    const typed = { ...fields, medicalReportUrl: 'http://files.example/1' }
    expect(needs({ fields: typed, slotFiles })).toBe('Correct 1 field: Medical report')
  })

  it('is nothing for a choice in a slot while head office offers it', () => {
    const fields = { ...completeFields, deathCertificateUrl: '' }
    const draft = { fields, standIns: { deathCertificateUrl: 'not-needed' } } as const
    const links = { ...noAgreedLinks, notNeededLink: 'https://files.example/nobody-died' }
    expect(needs(draft, { links })).toBe(ready)
    expect(needs(draft)).toBe('1 field left: Death certificate')
  })

  it('is a change of what was not accepted, whatever else is complete', () => {
    const at = '2026-03-04T09:00:00.000Z'
    const base = { entryId: id, capturedAt: at, at, serverMessage: '', refused: completeFields }
    const rejection = { ...base, fieldErrors: { policyNumber: ['Unknown.'] } }
    expect(needs({ rejection })).toBe('1 field not changed yet: Policy number')
    expect(needs({ rejection, fields: { ...completeFields, policyNumber: 'KP/2' } })).toBe(ready)
    expect(needs({ rejection: { ...base, fieldErrors: {} } })).toBe('Nothing was changed yet.')
    expect(needs({ rejection: { ...rejection, refusedProduct: 'okada' }, product: 'keke' })).toBe(ready)
  })
})
