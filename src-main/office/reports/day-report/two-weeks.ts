import type { DayBars } from '#shared/day-report.ts'
import { dayBeside, type CalendarDate } from '#shared/domain/calendar-date.ts'
import type { EntryMoments } from '#main/outbox/outbox-reads.ts'
import { dayBounds } from './day-bounds.ts'

/** Days in the picture. */
const days = 14

/** The days up to and including this one, oldest first. */
export function twoWeeksUntil(day: CalendarDate): readonly CalendarDate[] {
  return Array.from({ length: days }, (_, index) => dayBeside(day, index + 1 - days))
}

/**
 * What was captured and received on each of these days, and what of that day's work is still open. Pure.
 *
 * @param drafts when the claims were captured that are drafts again because they were not accepted
 */
export function dayBarsOf(
  calendar: readonly CalendarDate[],
  entries: readonly Omit<EntryMoments, 'officerId'>[],
  drafts: readonly string[],
  now: Date,
): readonly DayBars[] {
  const work = [...entries, ...drafts.map((acceptedAt) => ({ acceptedAt, receivedAt: null, isOpen: true }))]
  return calendar.map((day) => {
    const { from, until } = dayBounds(day, now)
    const isOn = (at: string): boolean => at >= from && at < until
    const captured = work.filter(({ acceptedAt }) => isOn(acceptedAt))
    return {
      day,
      captured: captured.length,
      received: work.filter(({ receivedAt }) => receivedAt !== null && isOn(receivedAt)).length,
      open: captured.filter(({ isOpen }) => isOpen).length,
    }
  })
}
