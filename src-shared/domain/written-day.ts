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
 * `3 Nov`, `Nov 3, 2026`, `031126`, `today`, `Monday`, `2 days ago`, `2026-11-03`. A time behind and the unseen marks
 * of a chat do not count, nor does a weekday in front that the day is. See docs/decisions/0009-one-claim.md.
 *
 * @param now the day that is today
 */
export function readDay(typed: string, now: CalendarDate = today()): WrittenDay | null {
  const text = plainText(typed)
  const read = dayIn(text, now)
  return read === null || isOtherWeekday(text, read.date) ? null : read
}

function dayIn(text: string, now: CalendarDate): WrittenDay | null {
  const named = namedDay(text, now) ?? ofThisMonth(text, now)
  if (named !== null) return { date: named, isGuess: false, isRelative: true }
  const [day, month, year] = figuresOf(text) ?? inWords(text) ?? []
  if (day === undefined || month === undefined) return null
  if (year === undefined) return latest(day, month, now)
  const isGuess = year.length === 2
  const date = dateOf(isGuess ? `20${year}` : year, month, day)
  return isCalendarDate(date) ? { date, isGuess, isRelative: false } : null
}

/** Whether a text begins with a weekday that the day is not. */
function isOtherWeekday(text: string, date: CalendarDate): boolean {
  const [, name = ''] = /^([a-z]+)\.?,? \d/.exec(text) ?? []
  const weekday = weekdayOf(name)
  return weekday >= 0 && weekday !== new Date(date).getUTCDay()
}

/** Whether a text is written as a day, of which there is none: `31/2`, `30 Feb 2026`, `Monday, 24/11/2026`. */
export function isNoDay(typed: string): boolean {
  const text = plainText(typed)
  const [day, month] = figuresOf(text) ?? inWords(text) ?? []
  return day !== undefined && month !== undefined && readDay(typed) === null
}

const plainText = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/(\d{4})(?:t|,? )\d{1,2}[:.]\d{2}.*$/, '$1')
    .replace(/(\d{4}-\d{2}-\d{2})t\d{2}:.*$/, '$1')
    .replace(timeBehind, '')
    .replace(/[ .,]+$/, '')
    .trim()

/** The day of a text as {@link readDay} finds it, where no year had to be guessed that lies ahead. */
export function parseDay(typed: string, now: CalendarDate = today()): CalendarDate | null {
  const read = readDay(typed, now)
  return read === null || (read.isGuess && read.date > now) ? null : read.date
}

// From its hour on: 14:30, 2pm, at 2.30 pm, 22:14:06Z.
const timeBehind =
  /(?<=.{3}),? (?:at )?\d{1,2}(?::\d{2}.*|(?:\.\d{2})? ?(?:[ap]\.?m\b.*|o.?clock|hrs?|noon))$/

type Parts = readonly (string | undefined)[]

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

function figuresOf(text: string): Parts | null {
  const [, year, ...rest] = /^(\d{4})[-/.](\d{2})[-/.](\d{2})$/.exec(text) ?? []
  if (year !== undefined) return [rest[1], rest[0], year]
  const found =
    /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text) ??
    /^(\d{1,2})(?: ?[/.-] ?| )(\d{1,2})(?:(?: ?[/.-] ?| )(\d{4}|\d{2}))?$/.exec(withoutWeekday(text))
  return found?.slice(1) ?? null
}

// With or without a weekday in front: 2nd of November 2026, 02-Nov-26, November 2, 3 Nov.
function inWords(text: string): Parts | null {
  const bare = withoutWeekday(text)
  const [, day, name = '', year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ ./-]*(?:of )?([a-z]+)(?:[ .,/-]*(\d{4}|\d{2}))?$/.exec(bare) ?? []
  if (day !== undefined) return [day, monthOf(name), year]
  const found = /^([a-z]+)[ .-]*(\d{1,2})(?:st|nd|rd|th)?(?:[ ,]+(\d{4}|\d{2}))?$/.exec(bare)
  return found === null ? null : [found[2], monthOf(found[1] ?? ''), found[3]]
}

const withoutWeekday = (text: string): string =>
  text.replace(/^([a-z]+)\.?,? /, (all, name: string) => (weekdayOf(name) < 0 ? all : ''))

// At least three letters, so that no name is ambiguous; "sept" and "thurs" are beginnings too.
const startIn = (names: readonly string[], text: string): number =>
  text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text))
const weekdayOf = (text: string): number => startIn(weekdays, text)
function monthOf(text: string): string | undefined {
  const index = startIn(months, text)
  return index < 0 ? undefined : String(index + 1)
}

const few: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 }

/** `Sat 21st` and `the 21st`: the latest such day that is not ahead; none where it is another weekday. */
function ofThisMonth(text: string, now: CalendarDate): CalendarDate | null {
  const [, weekday, day] =
    /^(?:(?:on )?the |(?:on )?([a-z]+)\.?,? (?:the )?)?(\d{1,2})(?:st|nd|rd|th)$/.exec(text) ?? []
  if (day === undefined) return null
  for (let back = 0; back <= 62; back += 1) {
    const date = dayBeside(now, -back)
    if (Number(date.slice(8)) !== Number(day)) continue
    const isOfIt = weekday === undefined || weekdayOf(weekday) === new Date(date).getUTCDay()
    return isOfIt ? date : null
  }
  return null
}

/** A weekday is the last one that has been, so never today. */
function namedDay(text: string, now: CalendarDate): CalendarDate | null {
  if (/^(?:today|this (?:morning|afternoon|evening))$/.test(text)) return now
  if (/^(?:yesterday(?: (?:morning|afternoon|evening|night))?|last night)$/.test(text))
    return dayBeside(now, -1)
  if (/^(?:the )?day before yesterday$/.test(text)) return dayBeside(now, -2)
  // Said to be still to come, where that cannot be.
  if (text === 'tomorrow') return dayBeside(now, 1)
  const [, count, unit] = /^(\d{1,2}|an?|one|two|three) (day|week)s? ago$/.exec(text) ?? []
  if (count !== undefined) return dayBeside(now, -(few[count] ?? Number(count)) * (unit === 'week' ? 7 : 1))
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
