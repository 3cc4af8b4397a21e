import { dayBeside, type CalendarDate } from './calendar-date.ts'

/*
 * A day or a time as the insurer told it, read once at the wire. What is not there, or was not understood, is no other
 * day and no earlier time: it proves nothing. So neither equals a text nor has an order, and whoever compares one asks
 * here and says what is done with `unknown` (docs/decisions/0004-delivery.md, "What is compared").
 */
type Unread = { readonly type: 'missing' } | { readonly type: 'not-understood'; readonly text: string }
export type ToldDay = { readonly type: 'read'; readonly day: CalendarDate } | Unread
/** `at` is an ISO time in UTC with milliseconds. */
export type ToldTime = { readonly type: 'read'; readonly at: string } | Unread

/** What the insurer said nothing of. */
export const notThere = { type: 'missing' } as const

/** A day of ours beside the insurer's; '' is none. */
export function knownDay(day: CalendarDate): ToldDay {
  return day === '' ? notThere : { type: 'read', day }
}

/** A time of ours (ISO) beside the insurer's. */
export function knownTime(at: string): ToldTime {
  return { type: 'read', at }
}

/** Where the insurer's day lies of one of ours: `beside` is the day before or after, which another zone makes of it. */
export function nearnessOf(told: ToldDay, day: CalendarDate): 'same' | 'beside' | 'elsewhere' | 'unknown' {
  if (told.type !== 'read') return 'unknown'
  if (told.day === day) return 'same'
  return told.day === dayBeside(day, -1) || told.day === dayBeside(day, 1) ? 'beside' : 'elsewhere'
}

/** Whether the insurer's time lies before one of ours, in ms since 1970. */
export function orderOf(told: ToldTime, ms: number): 'before' | 'since' | 'unknown' {
  if (told.type !== 'read') return 'unknown'
  return Date.parse(told.at) < ms ? 'before' : 'since'
}

/** Whether it may lie between two days, both inclusive; '' is any. A day that is unknown may lie anywhere. */
export function mayLieBetween(told: ToldDay, from: CalendarDate, to: CalendarDate): boolean {
  if (told.type !== 'read') return true
  return (from === '' || told.day >= from) && (to === '' || told.day <= to)
}

/** As it is searched, or kept as a text: what was read, else the insurer's own words. Never to be compared or parsed. */
export function textOf(told: ToldDay | ToldTime): string {
  return told.type === 'not-understood' ? told.text : sortTextOf(told)
}

/** By which rows are sorted, and nothing else: what is unknown stands with the oldest. */
export function sortTextOf(told: ToldDay | ToldTime): string {
  if (told.type !== 'read') return ''
  return 'day' in told ? told.day : told.at
}
