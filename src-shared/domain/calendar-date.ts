/** A date without a time, `YYYY-MM-DD`. It never passes through `Date` with a zone. */
export type CalendarDate = string

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text is a day that exists, written `YYYY-MM-DD`, from 1900 on. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = pattern.exec(text)
  if (match === null) return false
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** A day as it is typed in Nigeria: `02/11/2026`. */
export function typedDay(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${day}/${month}/${year}`
}

/** Today on the officer's own calendar. */
export function today(now: Date = new Date()): CalendarDate {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The day so many days later, or earlier. */
export function dayBeside(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
