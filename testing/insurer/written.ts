/** How an insurer may write values of a claim in its answers, without a word in the spec against most of it. */

/** A value as it stands in JSON; undefined where the field is missing. */
export type Written = string | number | null | undefined

/** Ways to write a day. Names in PHP's letters are its formats; `lagos-midnight` is the evening before, in UTC. */
export const dayWays = [
  'as-sent',
  'd/m/Y',
  'd-m-Y',
  'Y-m-d 00:00:00',
  'utc-midnight',
  'lagos-midnight',
  'zoned',
  'day-before',
  'seconds',
  'seconds-text',
  'null',
  'missing',
  'empty',
  'zeros',
  'words',
] as const
export type DayWay = (typeof dayWays)[number]

/** Ways to write a time. Those without a zone are in UTC, but for `lagos`, which is MySQL's spelling of the clock there. */
export const timeWays = [
  'as-spec',
  'Y-m-d H:i:s',
  'lagos',
  'd/m/Y H:i:s',
  'd-m-Y H:i:s',
  'zoned',
  'seconds',
  'seconds-text',
  'milliseconds',
  'null',
  'missing',
  'words',
] as const
export type TimeWay = (typeof timeWays)[number]

/** Ways to write an amount; `as-spec` is a text in lists and details and a number in the answer to a create. */
export const amountWays = ['as-spec', 'number', 'text', 'grouped', 'naira', 'null', 'missing'] as const
export type AmountWay = (typeof amountWays)[number]

/** Ways to spell a policy number: in other letters, other signs for its slashes, segments without leading zeros. */
export const policyWays = [
  'as-sent',
  'upper-case',
  'lower-case',
  'spaces',
  'underscores',
  'hyphens',
  'joined',
  'no-leading-zeros',
] as const
export type PolicyWay = (typeof policyWays)[number]

/** Ways to write whole numbers that are ids. */
export const idWays = ['number', 'text'] as const
export type IdWay = (typeof idWays)[number]

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** A day (YYYY-MM-DD) in one of the ways. */
export function writtenDay(day: string, way: DayWay): Written {
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  const [year = '', month = '', date = ''] = day.split('-')
  switch (way) {
    case 'as-sent':
      return day
    case 'd/m/Y':
      return `${date}/${month}/${year}`
    case 'd-m-Y':
      return `${date}-${month}-${year}`
    case 'Y-m-d 00:00:00':
      return `${day} 00:00:00`
    case 'utc-midnight':
      return `${day}T00:00:00.000000Z`
    case 'lagos-midnight':
      return new Date(midnightMs - hourMs).toISOString().replace('Z', '000Z')
    case 'zoned':
      return `${day}T00:00:00+01:00`
    case 'day-before':
      return new Date(midnightMs - dayMs).toISOString().slice(0, 10)
    case 'seconds':
      return midnightMs / 1000
    case 'seconds-text':
      return String(midnightMs / 1000)
    case 'null':
      return null
    case 'missing':
      return undefined
    case 'empty':
      return ''
    case 'zeros':
      return '0000-00-00'
    case 'words':
      return '2 days ago'
  }
}

/** A time, given as the spec writes it, in one of the ways. */
export function writtenTime(time: string, way: TimeWay): Written {
  const ms = Date.parse(time)
  const utc = withoutZone(ms)
  const lagos = withoutZone(ms + hourMs)
  switch (way) {
    case 'as-spec':
      return time
    case 'Y-m-d H:i:s':
      return utc
    case 'lagos':
      return lagos
    case 'd/m/Y H:i:s':
      return `${String(writtenDay(utc.slice(0, 10), 'd/m/Y'))}${utc.slice(10)}`
    case 'd-m-Y H:i:s':
      return `${String(writtenDay(utc.slice(0, 10), 'd-m-Y'))}${utc.slice(10)}`
    case 'zoned':
      return `${lagos.replace(' ', 'T')}+01:00`
    case 'seconds':
      return Math.floor(ms / 1000)
    case 'seconds-text':
      return String(Math.floor(ms / 1000))
    case 'milliseconds':
      return ms
    case 'null':
      return null
    case 'missing':
      return undefined
    case 'words':
      return '2 minutes ago'
  }
}

const withoutZone = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** An amount in one of the ways. @param asSpec as the spec writes it in this place */
export function writtenAmount(amount: number, way: AmountWay, asSpec: string | number): Written {
  const grouped = amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  switch (way) {
    case 'as-spec':
      return asSpec
    case 'number':
      return amount
    case 'text':
      return amount.toFixed(2)
    case 'grouped':
      return grouped
    case 'naira':
      return `₦${grouped}`
    case 'null':
      return null
    case 'missing':
      return undefined
  }
}

/** A policy number in one of the ways. */
export function writtenPolicy(policyNumber: string, way: PolicyWay): string {
  switch (way) {
    case 'as-sent':
      return policyNumber
    case 'upper-case':
      return policyNumber.toUpperCase()
    case 'lower-case':
      return policyNumber.toLowerCase()
    case 'spaces':
      return policyNumber.replaceAll('/', ' ')
    case 'underscores':
      return policyNumber.replaceAll('/', '_')
    case 'hyphens':
      return policyNumber.replaceAll('/', '-')
    case 'joined':
      return policyNumber.replaceAll('/', '')
    case 'no-leading-zeros':
      return policyNumber.replace(/(?<=^|\/)0+(?=\d)/g, '')
  }
}

/** An id in one of the ways. */
export function writtenId(id: number, way: IdWay): number | string {
  return way === 'text' ? String(id) : id
}
