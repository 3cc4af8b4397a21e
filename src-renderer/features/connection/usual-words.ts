import type { UsualHour } from '#shared/connection.ts'
import { t } from '#renderer/i18n/index.ts'

/** As the week of a diary is laid out. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Days with a diary before anything is said about what is usual. */
export const daysNeeded = 5
/** Less of an hour than this says nothing about it. */
const fewestMinutes = 15

type Week = readonly (readonly UsualHour[])[]

/** The share of an hour with a connection, from 0 to 1; null when too little of it was seen. */
export function shareOf({ seenMinutes, onlineMinutes }: UsualHour): number | null {
  return seenMinutes < fewestMinutes ? null : Math.min(1, onlineMinutes / seenMinutes)
}

/** The hours worth a column: from the first to the last of which something was seen on any day. */
export function shownHours(week: Week): readonly number[] {
  const seen = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    week.some((day) => day[hour] !== undefined && shareOf(day[hour]) !== null),
  )
  const first = seen[0] ?? 0
  const last = seen.at(-1) ?? -1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** When the office is mostly online, in sentences: days in a row with the same hours are one. */
export function usualSentences(week: Week): readonly string[] {
  const told = week.map((day) => hoursText(day))
  const sentences: string[] = []
  for (let first = 0; first < told.length;) {
    let last = first
    while (told[last + 1] === told[first]) last += 1
    const hours = told[first]
    if (hours !== null && hours !== undefined) {
      const days = daysText(first, last)
      sentences.push(
        hours === '' ? t('connection.usual.never', { days }) : t('connection.usual.mostly', { days, hours }),
      )
    }
    first = last + 1
  }
  return sentences
}

function daysText(first: number, last: number): string {
  const name = (day: number): string => t(`connection.weekday.${weekdays[day] ?? 'mon'}`)
  if (first === last) return name(first)
  const named = { first: name(first), second: name(last) }
  return t(last === first + 1 ? 'connection.usual.and' : 'connection.usual.to', named)
}

// Null: nothing was seen of that day. '': seen, but mostly without a connection.
function hoursText(day: readonly UsualHour[]): string | null {
  const shares = day.map(shareOf)
  if (shares.every((share) => share === null)) return null
  const ranges: string[] = []
  for (let hour = 0; hour < 24; hour += 1) {
    if ((shares[hour] ?? 0) < 0.5) continue
    const from = hour
    while ((shares[hour + 1] ?? 0) >= 0.5) hour += 1
    ranges.push(t('connection.usual.between', { from: clockHour(from), until: clockHour(hour + 1) }))
  }
  return ranges.join(', ')
}

/** An hour of the day as on a clock: `08:00`. */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
