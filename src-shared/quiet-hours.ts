import * as v from 'valibot'

const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Whether it is a time of day as `18:30`. */
export function isTimeOfDay(text: string): boolean {
  return timePattern.test(text)
}

const timeOfDay = v.pipe(v.string(), v.regex(timePattern))

/** Hours without notifications, from one local time to another, also across midnight. */
export const QuietHoursSchema = v.pipe(
  v.strictObject({ from: timeOfDay, until: timeOfDay }),
  // From eight to eight could mean never or always.
  v.check(({ from, until }) => from !== until),
)
export type QuietHours = Readonly<v.InferOutput<typeof QuietHoursSchema>>

/**
 * Whether a moment lies in the quiet hours, by local wall-clock time: on the days that change to and from summer time
 * they are an hour shorter or longer, as the night is. `until` itself is no longer quiet.
 */
export function isQuiet(at: Date, hours: QuietHours | null): boolean {
  if (hours === null) return false
  const now = at.getHours() * 60 + at.getMinutes()
  const from = minuteOfDay(hours.from)
  const until = minuteOfDay(hours.until)
  return from < until ? now >= from && now < until : now >= from || now < until
}

function minuteOfDay(time: string): number {
  const [, hours, minutes] = timePattern.exec(time) ?? []
  return Number(hours) * 60 + Number(minutes)
}
