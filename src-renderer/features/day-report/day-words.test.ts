import { describe, expect, it } from 'vitest'
import {
  noCount,
  noFiles,
  type DayCounts,
  type DayProduct,
  type DayReport,
  type DayRow,
} from '#shared/day-report.ts'
import { dayBeside } from '#shared/domain/calendar-date.ts'
import { dayNotes, openWords, type OpenWords } from './day-words.ts'

const nothing: DayCounts = {
  captured: noCount,
  received: noCount,
  waiting: noCount,
  unconfirmed: noCount,
  'to-correct': noCount,
  'needs-someone': noCount,
}
const one = { count: 1, amountKobo: 100 }
const aDay: DayReport = {
  day: '2026-11-20',
  from: '2026-11-19T23:00:00.000Z',
  until: '2026-11-20T23:00:00.000Z',
  takenAt: '2026-11-20T16:00:00.000Z',
  rows: [],
  claims: [],
  drafts: 0,
  takenBack: noCount,
  awaitingFiles: noFiles,
  unreadable: 0,
}
const now = new Date(2026, 10, 20, 12)
const row = (counts: Partial<DayCounts>, product: DayProduct = 'keke'): DayRow => ({
  officerId: null,
  officerName: null,
  product,
  counts: { ...nothing, ...counts },
})
const wordsOf = (report: Partial<DayReport>): OpenWords => openWords({ ...aDay, ...report })

describe('what is open of a day', () => {
  it('is nothing once everything is received and there is no draft', () => {
    expect(wordsOf({ rows: [row({ captured: one, received: one })] })).toMatchObject({
      isOpen: false,
      title: 'Nothing is open',
      lines: [],
    })
  })

  it('names the drafts, also where nothing else is open', () => {
    expect(wordsOf({ rows: [row({ captured: one, received: one })], drafts: 3 })).toEqual({
      isOpen: true,
      title: '3 items are open',
      lines: [{ text: '3 drafts are not submitted', to: '/claims?show=drafts' }],
      detail: '',
    })
  })

  it('leads to the drafts, to what needs somebody, and to what is on its way', () => {
    const rows = [
      row({ waiting: { count: 2, amountKobo: 0 }, 'needs-someone': one }),
      row({ unconfirmed: one, 'to-correct': one }, 'okada'),
    ]
    expect(wordsOf({ rows, drafts: 1 })).toEqual({
      isOpen: true,
      title: '6 items are open',
      lines: [
        { text: '1 draft is not submitted', to: '/claims?show=drafts' },
        { text: '1 is to correct, 1 needs your decision', to: '/claims?show=needs-you' },
        { text: '2 wait to be sent, 1 is confirming delivery', to: '/claims?show=on-its-way' },
      ],
      detail: 'What waits or is confirming delivery settles automatically.',
    })
  })

  it('has pharmacy requests apart, which are in another list', () => {
    const rows = [row({ 'needs-someone': one }, 'pharmacy-request')]
    expect(wordsOf({ rows })).toMatchObject({
      title: '1 item is open',
      lines: [{ text: '1 pharmacy request is open', to: '/pharmacies/sent' }],
    })
  })

  it('counts the files that are still to go up, and their size', () => {
    const detail = (claims: number, files: number): string =>
      wordsOf({ rows: [row({ waiting: one })], awaitingFiles: { claims, files, bytes: 2_140_000 } }).detail
    expect(detail(1, 1)).toContain('1 claim waits for its files: 1 file left (2.1 MB).')
    expect(detail(3, 7)).toContain('3 claims wait for their files: 7 files')
  })
})

describe('the notes beside the totals', () => {
  const notesOf = (report: Partial<DayReport>, keepReceivedDays = 90): readonly string[] =>
    dayNotes({ ...aDay, ...report }, { keepReceivedDays, now })

  it('are none on an ordinary day', () => {
    expect(notesOf({})).toEqual([])
  })

  it('cover withdrawn claims, unreadable entries, and a day that does not have 24 hours', () => {
    expect(notesOf({ takenBack: { count: 2, amountKobo: 9_000_000 } })[0]).toContain('(₦90,000)')
    expect(notesOf({ unreadable: 1 })[0]).toContain('1 item cannot be opened')
    expect(notesOf({ until: '2026-11-21T00:00:00.000Z' })[0]).toContain('25 hours')
  })

  it('say how long received claims are kept, for a day as old as that', () => {
    expect(notesOf({ day: '2026-08-22' })[0]).toContain('90 days')
    expect(notesOf({ day: '2026-08-23' })).toEqual([])
    expect(notesOf({ day: '2020-01-01' }, 0)).toEqual([])
  })
})

describe('the day before or after', () => {
  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('of %s by %d is %s', (day, days, beside) => {
    expect(dayBeside(day, days)).toBe(beside)
  })
})
