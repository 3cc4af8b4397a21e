import { afterEach, expect, it } from 'vitest'
import { dayBounds } from './day-sums.ts'

const zoneBefore = process.env['TZ']
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const muchLater = new Date('2027-06-01T12:00:00Z')
function boundsIn(zone: string, day: string, now = muchLater): ReturnType<typeof dayBounds> {
  process.env['TZ'] = zone
  return dayBounds(day, now)
}
const hoursOf = ({ from, until }: ReturnType<typeof dayBounds>): number =>
  (Date.parse(until) - Date.parse(from)) / 3_600_000

it('are from midnight to midnight in this computer’s time zone, not in London', () => {
  expect(boundsIn('Africa/Lagos', '2026-11-20')).toEqual({
    from: '2026-11-19T23:00:00.000Z',
    until: '2026-11-20T23:00:00.000Z',
    openBefore: '2026-11-20T23:00:00.000Z',
  })
})

it.each([
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Africa/Lagos', '2026-11-01', 24],
  // Half an hour, on Lord Howe Island.
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
])('include every hour of a day with a clock change: %s, %s has %d', (zone, day, hours) => {
  expect(hoursOf(boundsIn(zone, day))).toBe(hours)
})

it('start at the first moment of a day that has no midnight', () => {
  const before = boundsIn('Africa/Cairo', '2026-04-23')
  const day = boundsIn('Africa/Cairo', '2026-04-24')
  expect([hoursOf(before), hoursOf(day)]).toEqual([24, 23])
  expect(day.from).toBe('2026-04-23T22:00:00.000Z')
})

it.each(['Africa/Lagos', 'Africa/Cairo', 'America/New_York', 'Pacific/Apia', 'Atlantic/Azores'])(
  'leave no moment between two days of a year, and count none twice: %s',
  (zone) => {
    let end = ''
    for (let month = 1; month <= 12; month += 1) {
      for (let date = 1; date <= new Date(2026, month, 0).getDate(); date += 1) {
        const two = (number: number): string => String(number).padStart(2, '0')
        const { from, until } = boundsIn(zone, `2026-${two(month)}-${two(date)}`)
        if (end !== '') expect(from).toBe(end)
        expect(until > from).toBe(true)
        end = until
      }
    }
  },
)

it('keep today open for entries dated later by a clock that was ahead', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(boundsIn('Africa/Lagos', '2026-11-20', now).openBefore > '9999').toBe(true)
  expect(boundsIn('Africa/Lagos', '2026-11-19', now).openBefore).toBe('2026-11-19T23:00:00.000Z')
})
