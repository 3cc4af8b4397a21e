import { expect, it } from 'vitest'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { completeFields } from '#renderer/data/repositories/testing/made-up.ts'
import { noAgreedLinks } from '#shared/domain/stand-in.ts'
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
  expect(draftNeeds(draft, true, noAgreedLinks)).toEqual({
    isReady: false,
    text: '1 field left: Death certificate',
  })
  expect(draftNeeds(draft, false, noAgreedLinks).text).toBe(
    '2 fields left: Medical report, Death certificate',
  )
  const all = { ...draft, slotFiles: { ...draft.slotFiles, deathCertificateUrl: newId() } }
  expect(draftNeeds(all, true, noAgreedLinks).isReady).toBe(true)
  const linked = { ...all, fields: { ...all.fields, medicalReportUrl: 'http://files.example/1' } }
  expect(draftNeeds(linked, true, noAgreedLinks).isReady).toBe(false)
})

it('a choice in a slot is not missing while head office offers it', () => {
  const links = { ...noAgreedLinks, nobodyDiedLink: 'https://files.example/nobody-died' }
  const draft = {
    id: newId(),
    product: 'keke',
    fields: { ...completeFields, deathCertificateUrl: '' },
    branchReference: newBranchReference(),
    createdAt: '2026-03-14T09:00:00.000Z',
    updatedAt: '2026-03-14T09:00:00.000Z',
    rejection: null,
    standIns: { deathCertificateUrl: 'nobody-died' },
  } as const
  expect(draftNeeds(draft, true, links).isReady).toBe(true)
  expect(draftNeeds(draft, true, noAgreedLinks).text).toContain('Death certificate')
})
