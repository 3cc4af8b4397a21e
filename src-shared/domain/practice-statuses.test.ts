import { expect, it } from 'vitest'
import { mostStatuses } from '../settings.ts'
import { statusesOf, withStatusesOf } from './practice-statuses.ts'

const office = { statusNames: { '0': 'Open', '7': 'Settled' }, finalStatuses: ['7'] }

it('the status values of the insurer are as the office says, those of practice are its own', () => {
  expect(statusesOf('live', office)).toEqual({ names: { '0': 'Open', '7': 'Settled' }, finals: ['7'] })
  expect(statusesOf('sandbox', { statusNames: {}, finalStatuses: [] })).toEqual({ names: {}, finals: [] })
  const practice = statusesOf('practice', office)
  expect(practice.names['0']).toBe('New')
  expect(practice.finals.map((value) => practice.names[value])).toEqual(['Paid', 'Declined'])
})

it('what another computer named is added, and what is named here stays', () => {
  const theirs = { names: { '0': 'New', '7': 'Paid', '3': 'Declined' }, finals: ['0', '3', '9'] }
  expect(withStatusesOf(office, theirs)).toEqual({
    statusNames: { '0': 'Open', '3': 'Declined', '7': 'Settled' },
    finalStatuses: ['7', '3', '9'],
  })
  const many = Array.from({ length: mostStatuses }, (_none, value) => [`other ${value}`, 'Named'] as const)
  const full = withStatusesOf(office, { names: Object.fromEntries(many), finals: [] })
  expect(Object.keys(full.statusNames)).toHaveLength(mostStatuses)
  expect(full.statusNames).toMatchObject(office.statusNames)
})
