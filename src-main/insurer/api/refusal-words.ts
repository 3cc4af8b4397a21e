import * as v from 'valibot'
import { claimFieldNames, type ClaimFieldName } from '#shared/domain/claim.ts'
import type { ServerWords } from '#shared/domain/correction.ts'
import type { KeyHider } from '#main/network/hide-key.ts'
import { parseJson } from './parse-json.ts'
import { messageLimit, shownText } from '#main/network/server-message.ts'
import { wireNameOf } from './wire/claim.ts'

/*
 * The spec shows no refusal. Frameworks put their reasons into one of five places, as a text, a list of texts, a bag
 * (field to text or texts) or a list of objects, one in another. One reader takes them all, so that none is lost.
 */
const messages = ['response_message', 'message', 'error'] as const
const bags = ['errors', 'data'] as const

/** The names under which an object says a reason, the most exact first, and those under which it names its field. */
const wordings = ['detail', 'message', 'msg', 'reason', 'error', 'title'] as const
const pointers = [
  'source',
  'pointer',
  'parameter',
  'field',
  'path',
  'loc',
  'property',
  'param',
  'attribute',
] as const
/** Names in a path that say where it stands, not which field it is about. */
const structure: ReadonlySet<string> = new Set([...messages, ...bags, 'details', 'attributes', 'body', '$'])
const limits = { depth: 5, fields: 50, name: 100, reasons: 10, reason: 500 } as const

/** A name without what its spellings differ in: `policy_number`, `policyNumber` and `PolicyNumber` are one. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** The spec's spellings of a field, and ours. */
const ourNames: ReadonlyMap<string, ClaimFieldName | 'pharmacyId'> = new Map([
  ...claimFieldNames.flatMap((name) =>
    [wireNameOf(name), name].map((known) => [plainName(known), name] as const),
  ),
  ['policyno', 'policyNumber'],
  ['pharmacyid', 'pharmacyId'],
])

type Thing = Readonly<Record<string, unknown>>
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const own = (thing: Thing, name: string): unknown => (Object.hasOwn(thing, name) ? thing[name] : undefined)

/** Why the insurer refused something, in its own words: bounded, without the key, and under our names of the fields. */
export function refusalWords(json: unknown, hideKey: KeyHider): ServerWords {
  const general = new Reasons(hideKey)
  const others = new Reasons(hideKey)
  if (isThing(json)) {
    for (const place of messages) general.take(own(json, place))
    for (const place of bags) others.take(own(json, place), [], place === 'data')
    if (general.isEmpty && others.isEmpty) general.takeWhole(json)
  } else general.take(json)
  const [said = [], fields] = [general.found.get(''), new Map(general.found)]
  fields.delete('')
  for (const [name, reasons] of others.found)
    fields.set(name, distinct([...(fields.get(name) ?? []), ...reasons]))
  const isSilent = said.length === 0 && fields.size === 0
  return {
    serverMessage: said.join(' · ').slice(0, messageLimit),
    fieldErrors: Object.fromEntries(fields),
    ...(isSilent && hasWords(json) ? { unread: shapeOf(json, hideKey) } : {}),
  }
}

const distinct = (reasons: readonly string[]): readonly string[] =>
  [...new Set(reasons)].slice(0, limits.reasons)

/** Reasons by field; those about none are under ''. */
class Reasons {
  readonly found = new Map<string, readonly string[]>()
  readonly #hideKey: KeyHider

  constructor(hideKey: KeyHider) {
    this.#hideKey = hideKey
  }

  get isEmpty(): boolean {
    return this.found.size === 0
  }

  /** @param mayEcho it may also be what was sent, or a claim that is there: then it is no bag of reasons */
  take(value: unknown, path: readonly string[] = [], mayEcho = false, depth = 0): void {
    if (depth > limits.depth) return
    if (typeof value === 'string') this.#takeText(value, path, depth)
    else if (Array.isArray(value)) {
      for (const item of value.slice(0, limits.fields)) this.take(item, path, mayEcho, depth + 1)
    } else if (isThing(value)) this.#takeThing(value, path, mayEcho, depth)
  }

  /** Where none of the places says anything, the answer itself may be the bag, or one reason. */
  takeWhole(json: Thing): void {
    const known = Object.entries(json).filter(([name]) => ourNames.has(plainName(name)))
    this.take(Object.fromEntries(known), [], true)
    const wording = wordings.find((name) => isText(own(json, name)))
    if (wording !== undefined) this.take(own(json, wording))
  }

  #takeThing(thing: Thing, path: readonly string[], mayEcho: boolean, depth: number): void {
    const wording = wordings.find((name) => isText(own(thing, name)))
    const entries = Object.entries(thing).slice(0, limits.fields)
    if (wording === undefined) {
      if (mayEcho && !entries.every(([name, value]) => structure.has(name) || isReasoning(value))) return
      for (const [name, value] of entries) this.take(value, [...path, name], mayEcho, depth + 1)
      return
    }
    const named = pointers.flatMap((name) => textsIn(own(thing, name)))
    this.take(own(thing, wording), [...path, ...named], false, depth + 1)
    for (const [name, value] of entries) {
      const isOther = typeof value === 'object' && !pointers.some((pointer) => pointer === name)
      if (isOther) this.take(value, [...path, name], mayEcho, depth + 1)
    }
  }

  #takeText(text: string, path: readonly string[], depth: number): void {
    // Some put a bag there as a text.
    const bag = /^\s*[[{]/.test(text) ? parseJson(text) : null
    if (bag !== null) {
      this.take(bag, path, false, depth + 1)
      return
    }
    const reason = shownText(text, this.#hideKey, path.length === 0 ? messageLimit : limits.reason)
    if (reason === '') return
    const name = this.#fieldOf(path)
    if (this.found.size < limits.fields || this.found.has(name))
      this.found.set(name, distinct([...(this.found.get(name) ?? []), reason]))
  }

  #fieldOf(path: readonly string[]): string {
    const parts = path.flatMap((name) => name.split(/[./[\]]/))
    const known = parts.findLast((part) => ourNames.has(plainName(part)))
    if (known !== undefined) return ourNames.get(plainName(known)) ?? ''
    const names = path.filter((name) => !structure.has(name) && !/^\d+$/.test(name))
    return shownText(names.join('.'), this.#hideKey, limits.name)
  }
}

// A number of a policy, a day and a link are none: what was sent, or a claim that is there, always has one of them.
const isReasoning = (value: unknown): boolean =>
  value === null || Array.isArray(value) || (typeof value === 'string' && /\S\s\S/.test(value))

/** The texts of what names a field: a text, a list of names, or an object with one (`source: {pointer}`). */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  const parts: readonly unknown[] = Array.isArray(value) ? value : isThing(value) ? Object.values(value) : []
  return parts.filter((part) => typeof part === 'string')
}

const ofTheEnvelope: ReadonlySet<string> = new Set(['success', 'response_code'])

/** Whether anything is said beside the envelope. Its own numbers and marks say nothing; deeper ones may. */
function hasWords(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.some((item) => hasWords(item, depth + 1))
  if (!isThing(value)) return value !== null && value !== undefined && depth > 1
  return Object.entries(value).some(
    ([name, item]) => !(depth === 0 && ofTheEnvelope.has(name)) && hasWords(item, depth + 1),
  )
}

const shapeLimits = { depth: 3, names: 12, length: 300 } as const

/** The names and types of an answer without a value, for IT support. A name that is no plain word may be a value. */
function shapeOf(json: unknown, hideKey: KeyHider): string {
  const shape = (value: unknown, depth: number): string => {
    if (value === null) return 'null'
    if (typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value
    if (depth > shapeLimits.depth) return '…'
    if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shape(value[0], depth + 1)}]`
    const names = Object.entries(value)
      .slice(0, shapeLimits.names)
      .map(([name, item]) => `${/^[a-z][a-z_]{0,39}$/i.test(name) ? name : '…'}: ${shape(item, depth + 1)}`)
    return `{${names.join(', ')}}`
  }
  return shownText(shape(json, 0), hideKey, shapeLimits.length)
}

const SuccessSchema = v.object({
  response_message: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
})

/** What a success says: `response_message` (claims, lists) or `message` (one pharmacy, request). */
export function serverMessageOf(json: unknown, hideKey: KeyHider): string {
  const said = v.safeParse(SuccessSchema, json)
  if (!said.success) return ''
  const texts = [said.output.response_message, said.output.message].filter((text) => typeof text === 'string')
  return shownText(texts.find((text) => text.trim() !== '') ?? '', hideKey)
}
