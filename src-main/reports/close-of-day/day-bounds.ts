import { today, type CalendarDate } from '#shared/domain/calendar-date.ts'

/** A local day as moments (ISO): from its first one up to the first one of the next day. */
export interface DayBounds {
  readonly from: string
  readonly until: string
  /** What was captured before this may keep the day open. */
  readonly openBefore: string
}

/** Later than every moment that is kept. */
const endOfTime = '~'

/**
 * The bounds of a day by this computer's clock: 23 or 25 hours where the clocks are changed, and where they are
 * changed at midnight, from the first moment that exists. What a clock that was ahead dated later keeps today open.
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
