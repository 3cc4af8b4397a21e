import { expect, it } from 'vitest'
import { statusesOf } from './practice-statuses.ts'

const office = { statusNames: { '0': 'Open', '7': 'Settled' }, finalStatuses: ['7'] }

it('the status values of the insurer are as the office says, those of practice are its own', () => {
  expect(statusesOf('live', office)).toEqual({ names: { '0': 'Open', '7': 'Settled' }, finals: ['7'] })
  expect(statusesOf('sandbox', { statusNames: {}, finalStatuses: [] })).toEqual({ names: {}, finals: [] })
  const practice = statusesOf('practice', office)
  expect(practice.names['0']).toBe('New')
  expect(practice.finals.map((value) => practice.names[value])).toEqual(['Paid', 'Declined'])
})
