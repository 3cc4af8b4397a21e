import { describe, expect, it } from 'vitest'
import { defaultSettings, mostStatuses, type CarriedSettings } from '#shared/settings.ts'
import { carriedOf, withCarried } from './carried-settings.ts'

const nothing = carriedOf(defaultSettings)
const theirs: CarriedSettings = {
  statusNames: { '0': 'New', '7': 'Paid', '3': 'Declined' },
  finalStatuses: ['0', '3', '9'],
  notNeededLink: 'https://theirs.example/not-needed',
  notAvailableLink: 'https://theirs.example/later',
  branchName: 'Ikeja',
}

describe('what another computer of the office has set', () => {
  it('is taken where nothing is set here', () => {
    expect(withCarried(nothing, theirs)).toEqual(theirs)
    expect(withCarried({ ...nothing, notNeededLink: 'https://own.example' }, theirs)).toEqual({
      ...theirs,
      notNeededLink: 'https://own.example',
    })
  })

  it('leaves what is set here, each status value for itself', () => {
    const own: CarriedSettings = {
      statusNames: { '0': 'Open', '7': 'Settled' },
      finalStatuses: ['7'],
      notNeededLink: 'https://own.example/not-needed',
      notAvailableLink: 'https://own.example/later',
      branchName: 'Oshodi',
    }
    expect(withCarried(own, theirs)).toEqual({
      ...own,
      statusNames: { '0': 'Open', '3': 'Declined', '7': 'Settled' },
      finalStatuses: ['7', '3', '9'],
    })
    const many = Array.from({ length: mostStatuses }, (_none, value) => [`other ${value}`, 'Named'] as const)
    const full = withCarried(own, { ...theirs, statusNames: Object.fromEntries(many) })
    expect(Object.keys(full.statusNames)).toHaveLength(mostStatuses)
    expect(full.statusNames).toMatchObject(own.statusNames)
  })

  it('changes nothing where it does not say', () => {
    expect(withCarried(theirs, {})).toEqual(theirs)
    expect(withCarried(theirs, nothing)).toEqual(theirs)
  })
})
