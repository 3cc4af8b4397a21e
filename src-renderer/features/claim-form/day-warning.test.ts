import { expect, it } from 'vitest'
import { knownDay, notThere } from '#shared/domain/told.ts'
import { dayWarning } from './day-warning.ts'

const now = '2026-11-23'
const period = { startDate: knownDay('2024-01-27'), endDate: knownDay('2025-01-26') }

it.each([
  ['2026-11-24', null, '24 November 2026 is in the future.'],
  ['2026-11-23', null, ''],
  ['2025-11-23', null, ''],
  ['2025-11-22', null, '22 November 2025 is more than a year ago.'],
  [
    '2025-01-26',
    { ...period, startDate: { type: 'not-understood', text: 'soon' } as const },
    '26 January 2025 is more than a year ago.',
  ],
  ['2026-11-02', period, 'This policy ended on 26 January 2025, before the incident.'],
  ['1990-01-01', period, 'This policy begins on 27 January 2024, after the incident.'],
  ['2026-11-02', { startDate: notThere, endDate: notThere }, ''],
])('of %s, the policy being valid %o, it is said: %s', (day, policy, says) => {
  expect(dayWarning(day, policy, now)).toBe(says)
})
