/** How an insurer may write values of a claim in its answers, without a word in the spec against most of it. */

/** A value as it stands in JSON; undefined where the field is missing. */
type Written = string | number | null | undefined

type Ways<T> = Readonly<Record<string, (value: T) => Written>>

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
const midnightMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayFirst = (day: string, between: string): string => day.split('-').reverse().join(between)
const withoutZone = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const inLagos = (time: string): string => withoutZone(Date.parse(time) + hourMs)

/** Ways to write a day (YYYY-MM-DD). Names in PHP's letters are its formats; `lagos-midnight` is the evening before. */
const ofDays = {
  'as-sent': (day) => day,
  'd/m/Y': (day) => dayFirst(day, '/'),
  'd-m-Y': (day) => dayFirst(day, '-'),
  'Y-m-d 00:00:00': (day) => `${day} 00:00:00`,
  'utc-midnight': (day) => `${day}T00:00:00.000000Z`,
  'lagos-midnight': (day) => new Date(midnightMs(day) - hourMs).toISOString().replace('Z', '000Z'),
  zoned: (day) => `${day}T00:00:00+01:00`,
  'day-before': (day) => new Date(midnightMs(day) - dayMs).toISOString().slice(0, 10),
  seconds: (day) => midnightMs(day) / 1000,
  'seconds-text': (day) => String(midnightMs(day) / 1000),
  null: () => null,
  missing: () => undefined,
  empty: () => '',
  zeros: () => '0000-00-00',
  words: () => '2 days ago',
} as const satisfies Ways<string>
export type DayWay = keyof typeof ofDays
export const dayWays = Object.keys(ofDays) as readonly DayWay[]

export const writtenDay = (day: string, way: DayWay): Written => ofDays[way](day)

/**
 * Ways to write a time, given as the spec writes it. Those without a zone are in UTC, but for `lagos`, which is MySQL's
 * spelling of the clock there.
 */
const ofTimes = {
  'as-spec': (time) => time,
  'Y-m-d H:i:s': (time) => withoutZone(Date.parse(time)),
  lagos: inLagos,
  'd/m/Y H:i:s': (time) => dayFirst(time.slice(0, 10), '/') + withoutZone(Date.parse(time)).slice(10),
  'd-m-Y H:i:s': (time) => dayFirst(time.slice(0, 10), '-') + withoutZone(Date.parse(time)).slice(10),
  zoned: (time) => `${inLagos(time).replace(' ', 'T')}+01:00`,
  seconds: (time) => Math.floor(Date.parse(time) / 1000),
  'seconds-text': (time) => String(Math.floor(Date.parse(time) / 1000)),
  milliseconds: (time) => Date.parse(time),
  null: () => null,
  missing: () => undefined,
  words: () => '2 minutes ago',
} as const satisfies Ways<string>
export type TimeWay = keyof typeof ofTimes
export const timeWays = Object.keys(ofTimes) as readonly TimeWay[]

export const writtenTime = (time: string, way: TimeWay): Written => ofTimes[way](time)

const grouped = (amount: number): string =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Ways to write an amount, given as the spec has it: a text in lists and details, a number in the answer to a create. */
const ofAmounts = {
  'as-spec': (amount) => amount,
  number: Number,
  text: (amount) => Number(amount).toFixed(2),
  grouped: (amount) => grouped(Number(amount)),
  naira: (amount) => `₦${grouped(Number(amount))}`,
  null: () => null,
  missing: () => undefined,
} as const satisfies Ways<string | number>
export type AmountWay = keyof typeof ofAmounts
export const amountWays = Object.keys(ofAmounts) as readonly AmountWay[]

export const writtenAmount = (amount: string | number, way: AmountWay): Written => ofAmounts[way](amount)

/** Ways to spell a policy number: in other letters, other signs for its slashes, segments without leading zeros. */
const ofPolicies = {
  'as-sent': (policy) => policy,
  'upper-case': (policy) => policy.toUpperCase(),
  'lower-case': (policy) => policy.toLowerCase(),
  spaces: (policy) => policy.replaceAll('/', ' '),
  underscores: (policy) => policy.replaceAll('/', '_'),
  hyphens: (policy) => policy.replaceAll('/', '-'),
  joined: (policy) => policy.replaceAll('/', ''),
  'no-leading-zeros': (policy) => policy.replace(/(?<=^|\/)0+(?=\d)/g, ''),
} as const satisfies Ways<string>
export type PolicyWay = keyof typeof ofPolicies
export const policyWays = Object.keys(ofPolicies) as readonly PolicyWay[]

export const writtenPolicy = (policy: string, way: PolicyWay): Written => ofPolicies[way](policy)

/** Ways to write whole numbers that are ids. */
export const idWays = ['number', 'text'] as const
export type IdWay = (typeof idWays)[number]

export const writtenId = (id: number, way: IdWay): Written => (way === 'text' ? String(id) : id)
