import { describe, expect, it } from 'vitest'
import { noCount, noFiles, type DayCounts, type DayReport } from '#shared/close-of-day.ts'
import { dayBeside } from '#shared/domain/calendar-date.ts'
import { closedWords, dayNotes } from './day-words.ts'

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
  takenBack: noCount,
  awaitingFiles: noFiles,
  unreadable: 0,
}
const now = new Date(2026, 10, 20, 12)

describe('whether the day is closed', () => {
  it('is no while a rejected claim is still to be corrected', () => {
    expect(closedWords({ ...nothing, 'to-correct': one }, true)).toMatchObject({
      isOpen: true,
      detail: '1 item is open: 1 is to correct.',
      todo: 'Correct or discard what was not accepted.',
    })
  })

  it('is no while anything waits, is unconfirmed or needs a decision', () => {
    const counts = { ...nothing, waiting: { count: 2, amountKobo: 0 }, 'needs-someone': one }
    expect(closedWords(counts, true)).toEqual({
      isOpen: true,
      title: 'The day is not closed',
      detail: '3 items are open: 2 wait to be sent, 1 needs your decision.',
      todo: 'What waits or is confirming delivery settles automatically. Decide what needs your decision.',
    })
    expect(closedWords({ ...nothing, unconfirmed: one }, false).detail).toBe(
      '1 item is open: 1 is confirming delivery.',
    )
  })

  it('counts the files that are still to go up, and their size', () => {
    const detail = (claims: number, files: number): string =>
      closedWords({ ...nothing, waiting: one }, true, { claims, files, bytes: 2_140_000 }).detail
    expect(detail(1, 1)).toBe(
      '1 item is open: 1 waits to be sent. 1 claim waits for its files: 1 file left (2.1 MB).',
    )
    expect(detail(3, 7)).toContain('3 claims wait for their files: 7 files')
  })

  it('is yes for a past day, and possible for today, once everything is received', () => {
    const counts = { ...nothing, captured: one, received: one }
    expect(closedWords(counts, false)).toMatchObject({
      isOpen: false,
      title: 'Nothing is open: the day is closed',
    })
    expect(closedWords(counts, true).title).toBe('Nothing is open: the day can be closed')
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
