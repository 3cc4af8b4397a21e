import { today, type CalendarDate } from '#shared/domain/calendar-date.ts'

/** A local day as timestamps (ISO): from its first moment up to the first moment of the next day. */
export interface DayBounds {
  readonly from: string
  readonly until: string
  /** Entries captured before this can keep the day open. */
  readonly openBefore: string
}

/** Sorts after every stored timestamp. */
const endOfTime = '~'

/**
 * The bounds of a day by this computer's clock: 23 or 25 hours on a clock change, starting at the first moment that
 * exists if the change is at midnight. Entries dated later by a clock that was ahead keep today open.
 */
export function dayBounds(day: CalendarDate, now: Date): DayBounds {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const until = new Date(year, month - 1, date + 1).toISOString()
  return {
    from: new Date(year, month - 1, date).toISOString(),
    until,
    openBefore: day < today(now) ? until : endOfTime,
  }
}
