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

/** How a field is written whatever it is. `number` and `text` are the same value as the other type of JSON. */
type FieldWay = 'null' | 'missing' | 'empty' | 'number' | 'text'

/** How values stand in answers. What is left out is as the spec shows it. */
export interface Writing {
  readonly days?: DayWay
  readonly times?: TimeWay
  readonly amounts?: AmountWay
  readonly policies?: PolicyWay
  readonly ids?: IdWay
  /** Single fields by the spec's names, wherever they stand, the envelope's too. Goes before the ways above. */
  readonly fields?: Readonly<Record<string, FieldWay>>
  /** The details carry the claim's id, which the spec does not show there. */
  readonly detailsId?: true
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
  const way = writing.fields?.[name]
  if (way !== undefined) return inTheWay(value, way)
  if (typeof value === 'string') {
    if (days.has(name)) return writtenDay(value, writing.days ?? 'as-sent')
    if (times.has(name)) return writtenTime(value, writing.times ?? 'as-spec')
    if (policies.has(name)) return writtenPolicy(value, writing.policies ?? 'as-sent')
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  if (amounts.has(name)) return writtenAmount(Number(value), writing.amounts ?? 'as-spec', value)
  const isId = typeof value === 'number' && /^id$|_id$/.test(name)
  return isId ? writtenId(value, writing.ids ?? 'number') : value
}

function inTheWay(value: unknown, way: FieldWay): unknown {
  switch (way) {
    case 'null':
      return null
    case 'missing':
      return undefined
    case 'empty':
      return ''
    case 'number':
      return Number(value)
    case 'text':
      return String(value)
  }
}
