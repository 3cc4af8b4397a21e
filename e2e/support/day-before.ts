import { dayBeside, today } from '#shared/domain/calendar-date.ts'

/** The day so many days before today, as a claim keeps it: no claim of a test grows a year old by itself. */
export const dayBefore = (days: number): string => dayBeside(today(), -days)

/** A day as a screen writes it. */
export const shownDay = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', { dateStyle: 'long' })
