/** A date without a time, `YYYY-MM-DD`. It never passes through `Date` with a zone. */
export type CalendarDate = string

/** Whether the text is a day that exists, written `YYYY-MM-DD`, from 1900 on. */
export function isCalendarDate(text: string): text is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return false
  // What does not exist is no day, or another one: 30 February.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
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
