import { expect, it } from 'vitest'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { completeFields } from '#renderer/data/repositories/testing/made-up.ts'
import { draftNeeds } from './draft-words.ts'

it('a file in a slot is not missing where there is a file store, unless a link is wrong', () => {
  const draft = {
    id: newId(),
    product: 'keke',
    fields: { ...completeFields, medicalReportUrl: '', deathCertificateUrl: '' },
    branchReference: newBranchReference(),
    createdAt: '2026-03-14T09:00:00.000Z',
    updatedAt: '2026-03-14T09:00:00.000Z',
    rejection: null,
    slotFiles: { medicalReportUrl: newId() },
  } as const
  expect(draftNeeds(draft, true)).toEqual({ isReady: false, text: '1 field left: Death certificate' })
  expect(draftNeeds(draft, false).text).toBe('2 fields left: Medical report, Death certificate')
  const all = { ...draft, slotFiles: { ...draft.slotFiles, deathCertificateUrl: newId() } }
  expect(draftNeeds(all, true).isReady).toBe(true)
  const linked = { ...all, fields: { ...all.fields, medicalReportUrl: 'http://files.example/1' } }
  expect(draftNeeds(linked, true).isReady).toBe(false)
})
