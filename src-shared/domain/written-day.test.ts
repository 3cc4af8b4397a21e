import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCalendarDate, today, typedDay } from './calendar-date.ts'
import { parseDay, readDay } from './written-day.ts'

/** A Monday. */
const now = '2026-11-23'

describe('a day', () => {
  it.each([
    ['2/11/2026', '2026-11-02'],
    [' 2 - 11 - 2026 ', '2026-11-02'],
    ['29/2/2024', '2024-02-29'],
    ['2026-03-05T23:10:00Z', '2026-03-05'],
    ['05/03/2026 14:30', '2026-03-05'],
    ['05/03/2026 14.30', '2026-03-05'],
    ['05/03/2026T14:30', '2026-03-05'],
    ['3/11/26', '2026-11-03'],
    ['3.11.26', '2026-11-03'],
    ['3/11', '2026-11-03'],
    ['24/11', '2025-11-24'],
    ['031126', '2026-11-03'],
    ['3 Nov', '2026-11-03'],
    ['3nov', '2026-11-03'],
    ['3rd Nov', '2026-11-03'],
    ['Nov 3', '2026-11-03'],
    ['Nov 3rd, 2025', '2025-11-03'],
    ['03-Nov-26', '2026-11-03'],
    ['24 Nov', '2025-11-24'],
    ['29 Feb', '2024-02-29'],
    ['Thursday, 5 March 2026', '2026-03-05'],
    ['Thu 5 Mar', '2026-03-05'],
    ['5th of Sept. 2026', '2026-09-05'],
    ['today', now],
    ['Yesterday', '2026-11-22'],
    ['Monday', '2026-11-16'],
    ['last monday', '2026-11-16'],
    ['Sunday', '2026-11-22'],
    ['on tue', '2026-11-17'],
    ['3/12/2026', '2026-12-03'],
    ['Tue 3/11', '2026-11-03'],
    ['Tuesday, 3/11/2026', '2026-11-03'],
    ['3/11/26 2pm', '2026-11-03'],
    ['3/11/26 at 2.30 p.m.', '2026-11-03'],
    ['3 Nov, 14:30', '2026-11-03'],
    ['\u200e3/11/2026\u200f', '2026-11-03'],
    ['3\u201311\u20132026', '2026-11-03'],
    ['3/11/2026.', '2026-11-03'],
    ['3/Nov/2026', '2026-11-03'],
    ['2026/11/03', '2026-11-03'],
    ['2 days ago', '2026-11-21'],
    ['the day before yesterday', '2026-11-21'],
    ['tomorrow', '2026-11-24'],
    ['a week ago', '2026-11-16'],
    ['this morning', now],
    ['last night', '2026-11-22'],
    ['Sat 21st', '2026-11-21'],
    ['on the 24th', '2026-10-24'],
  ])('typed as %j is %s', (typed, date) => {
    expect(parseDay(typed, now)).toBe(date)
  })

  it.each([
    '',
    '11/13/2026',
    '31022026',
    '29/2/2023',
    '31/2',
    '0/1',
    '30 Feb',
    '2112026',
    '3/11/202',
    '3/1/1/26',
    '5 Marchtober 2026',
    '5 Ma',
    '2026',
    'next Monday',
    'T',
    '1/1/1899',
    'Fri 21st',
    'Mon 3/11',
    'Monday, 3 November 2026',
    '40th',
    '2pm',
    '100 days ago',
  ])('%j is none', (typed) => {
    expect(readDay(typed, now)).toBeNull()
  })

  it('with two figures of a year that lie ahead is none, but is known to lie ahead', () => {
    expect(parseDay('24/11/26', now)).toBeNull()
    expect(readDay('24/11/26', now)).toMatchObject({ date: '2026-11-24', isGuess: true })
    expect(parseDay('1/1/27', now)).toBeNull()
  })

  it('is told from one that means another day tomorrow', () => {
    const relative = (typed: string): boolean | undefined => readDay(typed, now)?.isRelative
    expect(['today', 'Sunday', '3 Nov', '3/11'].map(relative)).toEqual([true, true, true, true])
    expect(['3/11/26', '3 Nov 2026', '031126'].map(relative)).toEqual([false, false, false])
  })

  it('is today by the clock of this computer, on both sides of midnight', () => {
    const lastMoment = today(new Date(2026, 10, 23, 23, 59, 59))
    const nextMoment = today(new Date(2026, 10, 24, 0, 0, 0))
    expect([parseDay('today', lastMoment), parseDay('yesterday', nextMoment)]).toEqual([now, now])
    expect(parseDay('today')).toBe(today())
  })
})

const names = 'January February March April May June July August September October November December'.split(
  ' ',
)
const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('any day', () => {
  it('is found again however it is written in full', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom('/', '-', '.', ' '), (date, other, sign) => {
        const [year = '', month = '', day = ''] = date.split('-')
        const name = names[Number(month) - 1] ?? ''
        const ways = [
          date,
          typedDay(date),
          `${day}${month}${year}`,
          [Number(day), Number(month), year].join(sign),
          `${Number(day)} ${name} ${year}`,
          `${name.slice(0, 3)} ${Number(day)}, ${year}`,
          `${Number(day)}th of ${name.toUpperCase()}, ${year}`,
        ]
        for (const way of ways) expect(parseDay(way, other), way).toBe(date)
      }),
    )
  })

  it('without a whole year is never ahead, and is the latest such day', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (date, on) => {
        fc.pre(on > '1908')
        const [, month = '', day = ''] = date.split('-')
        const found = parseDay(`${day}/${month}`, on) ?? ''
        expect(isCalendarDate(found)).toBe(true)
        expect(found <= on).toBe(true)
        expect(found.slice(5)).toBe(date.slice(5))
        const next = `${Number(found.slice(0, 4)) + 1}${found.slice(4)}`
        expect(next > on || !isCalendarDate(next)).toBe(true)
      }),
    )
  })

  it('that is guessed or named is never ahead, whatever is typed', () => {
    const word = fc.constantFrom('today', 'Monday', 'last fri', 'Nov', '3', '31', '/', '26', '99', ' ', '02')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), anyDay, (words, on) => {
        fc.pre(on > '1901')
        const text = words.join('')
        const read = readDay(text, on)
        const parsed = parseDay(text, on)
        if (parsed !== null) expect(isCalendarDate(parsed)).toBe(true)
        if (read !== null && (read.isGuess || read.isRelative) && parsed !== null)
          expect(parsed <= on).toBe(true)
      }),
    )
  })

  it('named by its weekday is one of the seven days before', () => {
    const weekday = fc.constantFrom('Sunday', 'mon', 'Tues', 'wed', 'thurs', 'friday', 'Sat')
    fc.assert(
      fc.property(weekday, anyDay, (name, on) => {
        fc.pre(on > '1901')
        const days = (Date.parse(on) - Date.parse(parseDay(name, on) ?? '')) / 86_400_000
        expect(days >= 1 && days <= 7).toBe(true)
        const found = new Date(parseDay(name, on) ?? '').toLocaleDateString('en', {
          weekday: 'long',
          timeZone: 'UTC',
        })
        expect(found.toLowerCase().startsWith(name.toLowerCase())).toBe(true)
      }),
    )
  })
})
