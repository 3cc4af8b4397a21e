import { expect, it } from 'vitest'
import { emptyFields } from './draft.ts'
import { answered, offeredStandIns, standInOf, withAgreedLinks, withoutStandIns } from './stand-in.ts'

const links = {
  notNeededLink: 'https://files.example/not-needed',
  notAvailableLink: 'https://files.example/not-yet',
}
const none = { notNeededLink: '', notAvailableLink: '' }

it('is offered where head office set its link', () => {
  expect(offeredStandIns(links)).toEqual(['not-available'])
  expect(offeredStandIns(none)).toEqual([])
})

it('is known by its link, in the slot’s own words where two are equal', () => {
  expect(standInOf('deathCertificateUrl', ` ${links.notNeededLink} `, links)).toBe('not-needed')
  expect(standInOf('medicalReportUrl', links.notAvailableLink, links)).toBe('not-available')
  expect(standInOf('medicalReportUrl', 'https://files.example/report.pdf', links)).toBeNull()
  expect(standInOf('medicalReportUrl', '', none)).toBeNull()
  const one = { notNeededLink: links.notNeededLink, notAvailableLink: links.notNeededLink }
  expect(standInOf('medicalReportUrl', links.notNeededLink, one)).toBe('not-needed')
  expect(standInOf('incidentPictureUrl', links.notNeededLink, one)).toBe('not-available')
})

it('follows from the answer, which can be changed and takes back what it made needless', () => {
  const picture = { incidentPictureUrl: 'not-available' } as const
  const nobody = answered({ ...picture, medicalReportUrl: 'not-available' }, 'nobody')
  const needless = { medicalReportUrl: 'not-needed', deathCertificateUrl: 'not-needed' }
  expect(nobody).toEqual({ ...picture, ...needless, harm: 'nobody' })
  expect(answered(nobody, 'hurt')).toEqual({ ...picture, deathCertificateUrl: 'not-needed', harm: 'hurt' })
  expect(answered(nobody, 'died')).toEqual({ ...picture, harm: 'died' })
  expect(withoutStandIns(nobody, () => true)).toEqual({ harm: 'nobody' })
})

it('is sent as the link that is agreed now, unless a link was typed', () => {
  const fields = { ...emptyFields(), medicalReportUrl: 'https://files.example/report.pdf' }
  const chosen = { deathCertificateUrl: 'not-needed', medicalReportUrl: 'not-available' } as const
  expect(withAgreedLinks(fields, chosen, links)).toEqual({
    ...fields,
    deathCertificateUrl: links.notNeededLink,
  })
  expect(withAgreedLinks(fields, chosen, none).deathCertificateUrl).toBe('')
  expect(withAgreedLinks(fields, undefined, links)).toBe(fields)
})
