import { isOnlineKind, type ConnectionSpan, type UsualHour } from '#shared/connection.ts'

const hourMs = 3_600_000
/** A span longer than this was not watched by a computer that stays in an office: its clock was moved. */
const longestSpanMs = 60 * 24 * hourMs

export interface UsualHours {
  /** Seven days from Monday, of 24 hours each, by local time. */
  readonly week: readonly (readonly UsualHour[])[]
  /** Days of which at least an hour is known. */
  readonly daysSeen: number
}

/** When there was a connection, by the hours of the week, from what a diary holds. */
export function usualHours(spans: readonly ConnectionSpan[]): UsualHours {
  const week = Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, () => ({ seenMinutes: 0, onlineMinutes: 0 })),
  )
  const minutesByDay = new Map<string, number>()
  for (const span of spans) {
    for (const { start, minutes } of hoursOf(span)) {
      const hour = week[(start.getDay() + 6) % 7]?.[start.getHours()]
      if (hour === undefined) continue
      hour.seenMinutes += minutes
      if (isOnlineKind(span.kind)) hour.onlineMinutes += minutes
      const day = start.toDateString()
      minutesByDay.set(day, (minutesByDay.get(day) ?? 0) + minutes)
    }
  }
  const daysSeen = [...minutesByDay.values()].filter((minutes) => minutes >= 60).length
  return { week: week.map((day) => day.map(rounded)), daysSeen }
}

function* hoursOf({ beganAt, seenUntil }: ConnectionSpan): Generator<{ start: Date; minutes: number }> {
  const beganMs = Date.parse(beganAt)
  const endMs = Date.parse(seenUntil)
  if (!(endMs - beganMs <= longestSpanMs)) return
  for (let atMs = beganMs; atMs < endMs;) {
    const start = new Date(atMs)
    const nextHourMs = new Date(atMs).setMinutes(60, 0, 0)
    const untilMs = Math.min(endMs, nextHourMs)
    yield { start, minutes: (untilMs - atMs) / 60_000 }
    atMs = untilMs
  }
}

function rounded({ seenMinutes, onlineMinutes }: UsualHour): UsualHour {
  return { seenMinutes: Math.round(seenMinutes), onlineMinutes: Math.round(onlineMinutes) }
}
