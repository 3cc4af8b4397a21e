import {
  writtenAmount,
  writtenDay,
  writtenId,
  writtenPolicy,
  writtenTime,
  type AmountWay,
  type DayWay,
  type IdWay,
  type PolicyWay,
  type TimeWay,
} from './written.ts'

/** How values stand in answers. What is left out is as the spec shows it. */
export interface Writing {
  readonly days?: DayWay
  readonly times?: TimeWay
  readonly amounts?: AmountWay
  readonly policies?: PolicyWay
  readonly ids?: IdWay
  /** Each object begins with fields that the spec does not show. */
  readonly more?: true
}

const days = new Set(['date_of_occurance', 'start_date', 'end_date', 'date_of_birth'])
const times = new Set(['created_at', 'updated_at', 'deleted_at'])
const amounts = new Set(['estimate_of_repair', 'amount_insured'])
const policies = new Set(['policy_number', 'policy_no'])

const more = { uuid: '00000000-0000-4000-8000-000000000000', reference: null, meta: { claim: [{ id: 0 }] } }

/** What is told in JSON, with its values in their ways. */
export function asWritten(told: unknown, writing: Writing): unknown {
  if (Array.isArray(told)) return told.map((one) => asWritten(one, writing))
  if (typeof told !== 'object' || told === null) return told
  const fields = Object.entries(told).map(([name, value]) => [
    name,
    written(name, asWritten(value, writing), writing),
  ])
  return { ...(writing.more === true ? more : {}), ...Object.fromEntries(fields) }
}

function written(name: string, value: unknown, writing: Writing): unknown {
  if (typeof value === 'string') {
    if (days.has(name)) return writtenDay(value, writing.days ?? 'as-sent')
    if (times.has(name)) return writtenTime(value, writing.times ?? 'as-spec')
    if (policies.has(name)) return writtenPolicy(value, writing.policies ?? 'as-sent')
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  if (amounts.has(name)) return writtenAmount(value, writing.amounts ?? 'as-spec')
  const isId = typeof value === 'number' && /^id$|_id$/.test(name)
  return isId ? writtenId(value, writing.ids ?? 'number') : value
}
