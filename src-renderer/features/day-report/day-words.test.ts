import { describe, expect, it } from 'vitest'
import { aStanding, someSurroundings } from '#testing/claim/made-up.ts'
import { anEntry } from '#testing/page/fake-main.ts'
import {
  noCount,
  noCounts,
  type DayCounts,
  type DayProduct,
  type DayReport,
  type DayRow,
} from '#shared/day-report.ts'
import { dayBeside } from '#shared/domain/calendar-date.ts'
import { decidedNotes, dayNotes, openWords, type OpenWords } from './day-words.ts'

const one = { count: 1, amountKobo: 100 }
const aDay: DayReport = {
  day: '2026-11-20',
  takenAt: '2026-11-20T16:00:00.000Z',
  rows: [],
  claims: [],
  drafts: 0,
  takenBack: noCount,
  wrong: noCount,
  unreadable: 0,
}
const now = new Date(2026, 10, 20, 12)
const row = (counts: Partial<DayCounts>, product: DayProduct = 'keke'): DayRow => ({
  officerId: null,
  officerName: '',
  product,
  counts: { ...noCounts, ...counts },
})
const wordsOf = (report: Partial<DayReport>): OpenWords => openWords({ ...aDay, ...report })

describe('what is open of a day', () => {
  it('is nothing once everything is received and there is no draft', () => {
    expect(wordsOf({ rows: [row({ captured: one, received: one })] })).toEqual({
      title: 'Nothing is open',
      lines: [],
    })
  })

  it('leads to the drafts, to what needs somebody, and to what is on its way', () => {
    const rows = [row({ 'on-its-way': { count: 2, amountKobo: 0 } }), row({ 'needs-you': one }, 'okada')]
    expect(wordsOf({ rows, drafts: 1 })).toEqual({
      title: '4 items are open',
      lines: [
        { n: 1, text: '1 draft is not submitted.', to: '/claims?show=drafts' },
        { n: 1, text: '1 needs you.', to: '/claims?show=needs-you' },
        { n: 2, text: '2 on their way.', to: '/claims?show=on-its-way' },
      ],
    })
  })

  it('has pharmacy requests apart, which are in another list', () => {
    expect(wordsOf({ rows: [row({ 'needs-you': one }, 'pharmacy-request')] })).toEqual({
      title: '1 item is open',
      lines: [{ n: 1, text: '1 pharmacy request is open.', to: '/pharmacies/sent' }],
    })
  })
})

describe('the notes beside the totals', () => {
  const notesOf = (report: Partial<DayReport>, keepReceivedDays = 90): readonly string[] =>
    dayNotes({ ...aDay, ...report }, { keepReceivedDays, now })

  it('say on an ordinary day only what is counted', () => {
    expect(notesOf({})).toHaveLength(1)
  })

  it('cover withdrawn claims and unreadable entries', () => {
    expect(notesOf({ takenBack: { count: 2, amountKobo: 9_000_000 } })[0]).toContain('(₦90,000)')
    expect(notesOf({ unreadable: 1 })[0]).toContain('1 item cannot be opened')
  })

  it('say how long received claims are kept, for a day as old as that', () => {
    expect(notesOf({ day: '2026-08-22' })[0]).toContain('90 days')
    expect(notesOf({ day: '2026-11-19' }, 1)[0]).toContain('1 day.')
    expect(notesOf({ day: '2026-08-23' })).toHaveLength(1)
    expect(notesOf({ day: '2020-01-01' }, 0)).toHaveLength(1)
  })
})

it.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
])('the day before or after of %s by %d is %s', (day, days, beside) => {
  expect(dayBeside(day, days)).toBe(beside)
})

it('what the insurer decided on a day is told by its status, with the amounts', () => {
  const decided = (status: string, since: Date, isFinal = true) =>
    anEntry({
      amount: 150_000,
      standing: aStanding({
        says: { status, estimate: null, isDeleted: false },
        followed: { was: '1', since: since.toISOString() },
        isFinal,
      }),
    })
  const before = new Date(2026, 10, 19, 23, 59)
  const entries = [
    decided('3', now),
    decided('3', now),
    decided('4', now),
    decided('3', before),
    decided('2', now, false),
  ]
  const around = { ...someSurroundings(), statusNames: { '3': 'Paid', '4': 'Declined' } }
  expect(decidedNotes(entries, '2026-11-20', around)).toEqual([
    'Decided on this day: 2 Paid (₦300,000), 1 Declined (₦150,000).',
  ])
  expect(decidedNotes(entries, '2026-11-21', around)).toEqual([])
})
