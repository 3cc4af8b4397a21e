import { describe, expect, it } from 'vitest'
import { dayBounds, dayBarsOf, twoWeeksUntil } from './day-sums.ts'

const now = new Date(2026, 10, 20, 12)
const calendar = twoWeeksUntil('2026-11-20')
const { from, until } = dayBounds('2026-11-19', now)
const lastMomentOf = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

describe('the bars of two weeks', () => {
  it('are those of fourteen days, the asked one last, over the end of a month', () => {
    expect(calendar).toHaveLength(14)
    expect([calendar[0], calendar.at(-1)]).toEqual(['2026-11-07', '2026-11-20'])
    expect(twoWeeksUntil('2024-03-02')[0]).toBe('2024-02-18')
  })

  it('count each entry on the day it was captured and on the day it was received, and what is open of it', () => {
    const work = [
      { acceptedAt: from, receivedAt: from, isOpen: false },
      { acceptedAt: lastMomentOf(until), receivedAt: until, isOpen: false },
      { acceptedAt: from, receivedAt: null, isOpen: true },
      { acceptedAt: '2026-01-01T00:00:00.000Z', receivedAt: null, isOpen: true },
    ]
    const bars = dayBarsOf(calendar, work, [from], now)
    expect(bars.slice(-3)).toEqual([
      { day: '2026-11-18', captured: 0, received: 0, open: 0 },
      { day: '2026-11-19', captured: 4, received: 1, open: 2 },
      { day: '2026-11-20', captured: 0, received: 1, open: 0 },
    ])
    expect(bars.slice(0, -3).every(({ captured, received, open }) => captured + received + open === 0)).toBe(
      true,
    )
  })
})
