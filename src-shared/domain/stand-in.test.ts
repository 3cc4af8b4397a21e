import { expect, it } from 'vitest'
import { emptyFields } from './draft.ts'
import { offeredStandIns, standInOf, withAgreedLinks } from './stand-in.ts'

const links = {
  nobodyDiedLink: 'https://files.example/nobody-died',
  notAvailableLink: 'https://files.example/not-yet',
}
const none = { nobodyDiedLink: '', notAvailableLink: '' }

it('is offered where head office set its link, and only the death certificate can say that nobody died', () => {
  expect(offeredStandIns('deathCertificateUrl', links)).toEqual(['nobody-died', 'not-available'])
  expect(offeredStandIns('medicalReportUrl', links)).toEqual(['not-available'])
  expect(offeredStandIns('deathCertificateUrl', { ...links, notAvailableLink: '' })).toEqual(['nobody-died'])
  expect(offeredStandIns('deathCertificateUrl', none)).toEqual([])
})

it('is known by its link, in the slot’s own words where two are equal', () => {
  expect(standInOf('deathCertificateUrl', ` ${links.nobodyDiedLink} `, links)).toBe('nobody-died')
  expect(standInOf('medicalReportUrl', links.notAvailableLink, links)).toBe('not-available')
  expect(standInOf('medicalReportUrl', 'https://files.example/report.pdf', links)).toBeNull()
  expect(standInOf('medicalReportUrl', '', none)).toBeNull()
  const one = { nobodyDiedLink: links.nobodyDiedLink, notAvailableLink: links.nobodyDiedLink }
  expect(standInOf('medicalReportUrl', links.nobodyDiedLink, one)).toBe('not-available')
})

it('is sent as the link that is agreed now, unless a link was typed', () => {
  const fields = { ...emptyFields(), medicalReportUrl: 'https://files.example/report.pdf' }
  const chosen = { deathCertificateUrl: 'nobody-died', medicalReportUrl: 'not-available' } as const
  expect(withAgreedLinks(fields, chosen, links)).toEqual({
    ...fields,
    deathCertificateUrl: links.nobodyDiedLink,
  })
  expect(withAgreedLinks(fields, chosen, none).deathCertificateUrl).toBe('')
  expect(withAgreedLinks(fields, undefined, links)).toBe(fields)
})
