import * as v from 'valibot'
import { isCalendarDate } from '#shared/domain/calendar-date.ts'
import { notThere, type ToldDay, type ToldTime } from '#shared/domain/told.ts'

/*
 * The only reader of the insurer's days and times. Read are ISO in every spelling of Laravel, Carbon and MySQL, and day,
 * month and year where no other day can be meant; a time without a zone is in UTC, as the spec has it.
 */

/** More than any of them; the rest of a text says nothing. */
const longestText = 60

const clock = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(z|utc|[+-]\d\d(?::?\d\d)?))?`
const yearFirst = new RegExp(String.raw`^(\d{4})([-/])(\d\d)\2(\d\d)(?:[t ]${clock})?$`, 'i')
const yearLast = new RegExp(String.raw`^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?:[t ]${clock})?$`, 'i')

/** What MySQL keeps where no day was given. */
const zeros = '0000-00-00'

const scalar = v.union([v.string(), v.number(), v.boolean()])
/** PHP's own JSON of a day; its zone is the name of one, which nothing needs. */
const phpDate = v.object({ date: v.string(), timezone_type: v.number() })

interface Parts {
  readonly day: string
  /** Milliseconds since that day began; 0 where no time is said. */
  readonly clockMs: number
  /** Minutes that its zone is ahead of UTC; null where none is said. */
  readonly aheadMinutes: number | null
}

function partsOf(text: string): Parts | null {
  const first = yearFirst.exec(text)
  if (first !== null) {
    const [, year = '', , month = '', date = '', ...time] = first
    return withTime(`${year}-${month}-${date}`, time)
  }
  const last = yearLast.exec(text)
  if (last === null) return null
  const [, one = '', , other = '', year = '', ...time] = last
  const days = [dayOf(year, other, one), dayOf(year, one, other)].filter((day) => isCalendarDate(day))
  const [day, another = day] = days
  return day === undefined || another !== day ? null : withTime(day, time)
}

const dayOf = (year: string, month: string, date: string): string =>
  `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`

function withTime(
  day: string,
  [hour, minute, second, fraction, zone]: readonly (string | undefined)[],
): Parts | null {
  const [hours, minutes, seconds] = [hour, minute, second].map((part) => Number(part ?? 0))
  if (!isCalendarDate(day) || hours === undefined || hours > 23) return null
  if (minutes === undefined || minutes > 59 || seconds === undefined || seconds > 59) return null
  const ms = Math.floor(Number(`0.${fraction ?? 0}`) * 1000)
  return {
    day,
    clockMs: ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms,
    aheadMinutes: zone === undefined ? null : aheadOf(zone),
  }
}

function aheadOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const utcMsOf = ({ day, clockMs, aheadMinutes }: Parts): number =>
  Date.parse(`${day}T00:00:00Z`) + clockMs - (aheadMinutes ?? 0) * 60_000

const lagosAheadMs = 3_600_000

/** A day. What is a midnight where it was written is that day; any other time is the day that it then is in Lagos. */
export function readDay(value: unknown): ToldDay {
  return read(value, (parts) => {
    const isPlain = parts.aheadMinutes === null || parts.clockMs === 0
    const day = isPlain ? parts.day : new Date(utcMsOf(parts) + lagosAheadMs).toISOString().slice(0, 10)
    return { type: 'read', day }
  })
}

/** A time, to the millisecond; a day alone is its beginning. */
export function readTime(value: unknown): ToldTime {
  return read(value, (parts) => ({ type: 'read', at: new Date(utcMsOf(parts)).toISOString() }))
}

type Unread = Exclude<ToldDay, { readonly type: 'read' }>

function read<T>(value: unknown, made: (parts: Parts) => T): T | Unread {
  if (value === null || value === undefined) return notThere
  const text = v.is(scalar, value) ? String(value).trim() : v.is(phpDate, value) ? value.date : '?'
  if (text === '' || text.startsWith(zeros)) return notThere
  const parts = text.length > longestText ? null : partsOf(text)
  return parts === null ? { type: 'not-understood', text: text.slice(0, longestText) } : made(parts)
}

export const wireDay = v.pipe(v.unknown(), v.transform(readDay))
export const wireTime = v.pipe(v.unknown(), v.transform(readTime))

/** When something was removed, where that it was is all that is asked: no and zero say that it was not. */
export const wireRemoved = v.pipe(
  v.unknown(),
  v.transform((value) => readTime(value === false || value === 0 || value === '0' ? null : value)),
)
