/** JSON values as the fuzzer mutates them. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

/** One mutation: `at` chooses the place and `pick` the value, both modulo what is available. */
export interface Mutation {
  readonly change: keyof typeof mutations
  readonly at: number
  readonly pick: number
}

interface Place {
  readonly holder: JsonObject | Json[]
  readonly name: string
}

// Placeholders, replaced in the text by what JSON.stringify would never write.
const mark = '\u00a7'
const literal = (text: string): string => `${mark}raw:${Buffer.from(text).toString('base64')}${mark}`

const otherTypes: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  '0',
  '1',
  'true',
  'null',
  'undefined',
  [],
  {},
  [null],
  ['KKP/2026/LA/000001'],
  { toString: 'x' },
  { length: 1e9 },
]
const oddTexts: readonly string[] = [
  'x'.repeat(20_000),
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eevil\u2066',
  'e\u0301'.repeat(50),
  '\ufdfa'.repeat(20),
  '\0\u0007\u001b[31m',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "'; DROP TABLE entry; --",
  '${7*7}{{7*7}}',
  '\u{1f6f5}'.repeat(9),
  '2026-13-45',
  'javascript:alert(1)',
  '\r\nSet-Cookie: a=b',
]
const oddNumbers: readonly string[] = [
  '1e400',
  '-1e400',
  'NaN',
  'Infinity',
  '-0',
  '9007199254740993',
  '1e308',
  '1E-400',
  '0x10',
  '01',
  '1'.repeat(400),
  '1.',
  '.5',
  '+1',
]
const prototypeNames = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toJSON', 'then'] as const

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** Mutates a copy of the answer. @returns the text that goes on the wire */
export function mutatedText(genuine: Json, changes: readonly Mutation[]): string {
  const root: JsonObject = { answer: structuredClone(genuine) }
  for (const change of changes) mutate(root, change)
  return JSON.stringify(root['answer'])
    .replaceAll(new RegExp(`"${mark}raw:([A-Za-z0-9+/=]*)${mark}"`, 'g'), (_all, text: string) =>
      Buffer.from(text, 'base64').toString(),
    )
    .replaceAll(new RegExp(`"${mark}\\d+${mark}`, 'g'), '"')
}

function placesOf(root: JsonObject): readonly Place[] {
  const found: Place[] = []
  const open: (JsonObject | Json[])[] = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [name, value] of Object.entries(holder)) {
      found.push({ holder, name })
      if (typeof value === 'object' && value !== null) open.push(value)
    }
  }
  return found
}

function set({ holder, name }: Place, value: Json): void {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })
}

type Change = (place: Place, value: Json, pick: number, root: JsonObject) => void

/** Whether a place has a name that may be another. */
const isNamed = ({ holder }: Place, root: JsonObject): boolean => holder !== root && !Array.isArray(holder)

export const mutations = {
  drop({ holder, name }, _value, _pick, root) {
    if (holder !== root) Reflect.deleteProperty(holder, name)
  },
  rename(place, value, _pick, root) {
    const { holder, name } = place
    if (!isNamed(place, root)) return
    Reflect.deleteProperty(holder, name)
    set({ holder, name: `${name}s` }, value)
  },
  twice(place, _value, pick, root) {
    const { holder, name } = place
    // The placeholder keeps the name distinct until the text is written.
    if (isNamed(place, root))
      set({ holder, name: `${mark}${pick}${mark}${name}` }, pickOf(otherTypes, pick) ?? null)
  },
  retype: (place, _value, pick) => set(place, structuredClone(pickOf(otherTypes, pick) ?? null)),
  deepen(place, _value, pick) {
    const depth = pickOf([3, 100, 3_000, 20_000], pick) ?? 3
    const [open, close] = pick % 2 === 0 ? ['[', ']'] : ['{"a":', '}']
    set(place, literal(`${open.repeat(depth)}1${close.repeat(depth)}`))
  },
  wrap: (place, value, pick) => set(place, pick % 2 === 0 ? [value] : { data: value }),
  unwrap(place, value) {
    if (typeof value === 'object' && value !== null) set(place, Object.values(value)[0] ?? null)
  },
  text: (place, _value, pick) => set(place, pickOf(oddTexts, pick) ?? ''),
  number: (place, _value, pick) => set(place, literal(pickOf(oddNumbers, pick) ?? '0')),
  prototype(place, value, pick, root) {
    if (isNamed(place, root)) set({ ...place, name: pickOf(prototypeNames, pick) ?? '' }, value)
  },
  'flip-success': (_place, _value, pick, root) =>
    setEverywhere(root, 'success', pickOf([false, 'true', 1, null, 'false', []], pick) ?? false),
  'other-policy': (_place, _value, pick, root) =>
    setEverywhere(root, 'policy_number', pickOf(['KKP/0000/XX/000000', '', ' ', 'null', 'KKP'], pick) ?? ''),
  empty: (place, value) => set(place, Array.isArray(value) ? [] : {}),
  repeat(_place, value) {
    if (Array.isArray(value) && value.length < 200) value.push(...structuredClone(value))
  },
} as const satisfies Readonly<Record<string, Change>>

function mutate(root: JsonObject, { change, at, pick }: Mutation): void {
  const place = pickOf(placesOf(root), at)
  if (place !== undefined) mutations[change](place, Reflect.get(place.holder, place.name) as Json, pick, root)
}

function setEverywhere(root: JsonObject, name: string, value: Json): void {
  for (const place of placesOf(root)) if (place.name === name) set(place, value)
}
