import { textOf, type ToldDay, type ToldTime } from '../domain/told.ts'
import { locale } from './locale.ts'

/** A format made when it is first needed: ICU's tables are slow to open. */
function madeOnce<T>(make: () => T): { readonly value: T } {
  let made: T | undefined
  return {
    get value() {
      return (made ??= make())
    },
  }
}

/** @param utc for a day without a time, which is the same everywhere */
function dates(parts: Intl.DateTimeFormatOptions, utc: 'utc' | null = null) {
  return madeOnce(
    () => new Intl.DateTimeFormat(locale, { ...parts, ...(utc === null ? {} : { timeZone: 'UTC' }) }),
  )
}

const dayParts = { day: 'numeric', month: 'short' } as const
const fullDayParts = { day: 'numeric', month: 'long', year: 'numeric' } as const

const timeFormat = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayFormat = dates({ ...dayParts, weekday: 'short' })
const dayOfYearFormat = dates({ ...dayParts, year: 'numeric' })
const plainDayFormat = dates(fullDayParts, 'utc')
const briefDayFormat = dates(dayParts, 'utc')
const briefYearFormat = dates({ ...dayParts, year: 'numeric' }, 'utc')
const longDayFormat = dates({ ...fullDayParts, weekday: 'long' }, 'utc')
const nairaFormat = madeOnce(
  () =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'NGN',
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)
const numberFormat = madeOnce(() => new Intl.NumberFormat(locale))

/** An amount in naira, such as `₦45,000` or `₦45,000.50`. */
export function naira(amount: number): string {
  return nairaFormat.value.format(amount)
}

/** A number with separators, such as `3,600`. */
export function countText(count: number): string {
  return numberFormat.value.format(count)
}

/** A moment (ISO) as time of day, such as `14:05`. */
export function timeOfDay(iso: string): string {
  return timeFormat.value.format(new Date(iso))
}

/** Whether a moment (ISO) lies in the local day of now. */
export function isToday(iso: string, now: Date = new Date()): boolean {
  return new Date(iso).toDateString() === now.toDateString()
}

/** A moment (ISO) in its shortest clear form: `14:05` today, otherwise with its day; any other text stays as it is. */
export function moment(iso: string, now: Date = new Date()): string {
  const short = dayOrTime(iso, now)
  return short === iso || isToday(iso, now) ? short : `${short}, ${timeOfDay(iso)}`
}

/** A moment (ISO) for a column: its time today, else its day. */
export function dayOrTime(iso: string, now: Date = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  if (isToday(iso, now)) return timeFormat.value.format(at)
  return (at.getFullYear() === now.getFullYear() ? dayFormat : dayOfYearFormat).value.format(at)
}

/** A moment in full, such as `20 Nov 2026, 14:05`, as the computer's clock shows it. */
export function dayAndTime(at: Date): string {
  return `${dayOfYearFormat.value.format(at)}, ${timeFormat.value.format(at)}`
}

/** A day without a time (`YYYY-MM-DD`), such as `4 March 2026`; anything else stays as it is. */
export function plainDay(date: string): string {
  return dayIn(plainDayFormat.value, date)
}

/** The same for a column: `4 Mar`, with its year where that is another one. */
export function briefDay(date: string, now: Date = new Date()): string {
  const isThisYear = date.startsWith(`${now.getFullYear()}-`)
  return dayIn((isThisYear ? briefDayFormat : briefYearFormat).value, date)
}

/** The same with the day of the week, such as `Wednesday, 4 March 2026`, which makes typos visible. */
export function longDay(date: string): string {
  return dayIn(longDayFormat.value, date)
}

/** The insurer's day, as {@link plainDay} unless another form is given; one that was not understood as it was written. */
export function toldDay(told: ToldDay, format: (day: string) => string = plainDay): string {
  return told.type === 'read' ? format(told.day) : textOf(told)
}

/** The insurer's time in the same way, as {@link moment}. */
export function toldTime(told: ToldTime, format: (iso: string) => string = moment): string {
  return told.type === 'read' ? format(told.at) : textOf(told)
}

function dayIn(format: Intl.DateTimeFormat, date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (match === null) return date
  return format.format(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
}

function sizeOf(unit: string, amount: number): string {
  // "279 byte" reads like a mistake; the other units have signs.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    amount,
  )
}

/** Bytes as people read them, such as `2.1 MB` or `640 kB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return sizeOf('byte', bytes)
  return bytes < 999_500
    ? sizeOf('kilobyte', Math.round(bytes / 1000))
    : sizeOf('megabyte', bytes / 1_000_000)
}
