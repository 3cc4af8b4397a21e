import { dayBeside, isCalendarDate, today, type CalendarDate } from './calendar-date.ts'

/** A day as somebody wrote it. */
export interface WrittenDay {
  readonly date: CalendarDate
  /** The year was not written in full, so it may not lie ahead. */
  readonly isGuess: boolean
  /** The same text means another day on another day: `yesterday`, `3 Nov`. */
  readonly isRelative: boolean
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/**
 * The day in a text as people write it, or null. The day always comes before the month: `3/11/26`, `3.11.2026`,
 * `3 Nov`, `Nov 3, 2026`, `031126`, `today`, `Monday`, `2026-11-03`. A weekday in front or a time behind does not count.
 * See docs/decisions/0009-one-claim.md.
 *
 * @param now the day that is today
 */
export function readDay(typed: string, now: CalendarDate = today()): WrittenDay | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(\d{4})(?:t|,? )\d{1,2}[:.]\d{2}.*$/, '$1')
    .replace(/(\d{4}-\d{2}-\d{2})[t ]\d{2}:.*$/, '$1')
  const named = namedDay(text, now)
  if (named !== null) return { date: named, isGuess: false, isRelative: true }
  const [day, month, year] = figuresOf(text) ?? inWords(text) ?? []
  if (day === undefined || month === undefined) return null
  if (year === undefined) return latest(day, month, now)
  const isGuess = year.length === 2
  const date = dateOf(isGuess ? `20${year}` : year, month, day)
  return isCalendarDate(date) ? { date, isGuess, isRelative: false } : null
}

/** The day of a text as {@link readDay} finds it, where no year had to be guessed that lies ahead. */
export function parseDay(typed: string, now: CalendarDate = today()): CalendarDate | null {
  const read = readDay(typed, now)
  return read === null || (read.isGuess && read.date > now) ? null : read.date
}

type Parts = readonly (string | undefined)[]

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

function figuresOf(text: string): Parts | null {
  const [, year, ...rest] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year !== undefined) return [rest[1], rest[0], year]
  const found =
    /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text) ??
    /^(\d{1,2})(?: ?[/.-] ?| )(\d{1,2})(?:(?: ?[/.-] ?| )(\d{4}|\d{2}))?$/.exec(text)
  return found?.slice(1) ?? null
}

// With or without a weekday in front: 2nd of November 2026, 02-Nov-26, November 2, 3 Nov.
function inWords(text: string): Parts | null {
  const bare = text.replace(/^([a-z]+)\.?,? /, (all, name: string) => (weekdayOf(name) < 0 ? all : ''))
  const [, day, name = '', year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*(?:of )?([a-z]+)(?:[ .,/-]*(\d{4}|\d{2}))?$/.exec(bare) ?? []
  if (day !== undefined) return [day, monthOf(name), year]
  const found = /^([a-z]+)[ .-]*(\d{1,2})(?:st|nd|rd|th)?(?:[ ,]+(\d{4}|\d{2}))?$/.exec(bare)
  return found === null ? null : [found[2], monthOf(found[1] ?? ''), found[3]]
}

// At least three letters, so that no name is ambiguous; "sept" and "thurs" are beginnings too.
const startIn = (names: readonly string[], text: string): number =>
  text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text))
const weekdayOf = (text: string): number => startIn(weekdays, text)
function monthOf(text: string): string | undefined {
  const index = startIn(months, text)
  return index < 0 ? undefined : String(index + 1)
}

/** A weekday is the last one that has been, so never today. */
function namedDay(text: string, now: CalendarDate): CalendarDate | null {
  if (text === 'today') return now
  if (text === 'yesterday') return dayBeside(now, -1)
  const weekday = weekdayOf(text.replace(/^(?:last|on) /, ''))
  if (weekday < 0) return null
  const since = (new Date(now).getUTCDay() - weekday + 7) % 7
  return dayBeside(now, since === 0 ? -7 : -since)
}

/** The latest such day that is not ahead; 29 February may be eight years back. */
function latest(day: string, month: string, now: CalendarDate): WrittenDay | null {
  const thisYear = Number(now.slice(0, 4))
  for (let back = 0; back <= 8; back += 1) {
    const date = dateOf(String(thisYear - back), month, day)
    if (date <= now && isCalendarDate(date)) return { date, isGuess: true, isRelative: true }
  }
  return null
}
