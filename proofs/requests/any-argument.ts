import fc from 'fast-check'
import { requestChannels, type RequestChannel } from '#shared/contract/calls.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'

/** One request of a hostile page: any number of arguments, as they arrive after the structured clone. */
export interface HostileRequest {
  readonly channel: RequestChannel
  readonly input: readonly unknown[]
}

/** Names that mean something to JavaScript or to a schema. */
const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'length',
  'hasOwnProperty',
  '',
  'id',
  'key',
  'page',
  'ids',
]

function cyclic(): unknown {
  const list: unknown[] = [{}]
  list.push(list, { list })
  return list
}

function deep(levels: number): unknown {
  let value: unknown = 'end'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { id: value } : [value]
  return value
}

function polluting(name: string, value: unknown): unknown {
  return Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Values that no genuine page would send, one of each kind. Created on each call, as some are large. */
const hostileValues: readonly (() => unknown)[] = [
  () => Number.NaN,
  () => -0,
  () => Number.POSITIVE_INFINITY,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 2n ** 70n,
  () => '\ud800 lone \udfff',
  () => '\u0000\u202e\u2028',
  () => '𝒳'.repeat(300_000),
  () => '1'.repeat(60_000),
  () => ` ${'a'.repeat(20_000)}!`,
  () => cyclic(),
  () => deep(2000),
  () => new Date(Number.NaN),
  () => /(a+)+$/g,
  () => new Map<unknown, unknown>([['__proto__', { polluted: true }]]),
  () => new Set([1, new Set()]),
  () => new Uint8Array(100_000),
  () => new DataView(new ArrayBuffer(16)),
  () => new ArrayBuffer(1_000_000),
  () => new Array<unknown>(2 ** 32 - 1),
  () => Array.from({ length: 60_000 }, () => null),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
  () => Object('text') as unknown,
  () => Object(1n) as unknown,
  () => new RangeError('made up'),
  () => polluting('__proto__', { polluted: true, admin: true }),
  () => polluting('constructor', { prototype: { polluted: true } }),
  () => ({ toJSON: 1, then: 1, valueOf: null, toString: 'x' }),
  // A getter: the clone reads it and leaves a plain value.
  () =>
    Object.defineProperty({}, 'id', {
      enumerable: true,
      get: () => '01980000-0000-7000-8000-000000000001',
    }),
]

const hostileValue = fc.constantFrom(...hostileValues).map((make) => make())

/** Halves of signs too. */
const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))

const anything = fc.anything({
  key: fc.oneof(fc.constantFrom(...hostileNames), fc.string({ unit: anyUnit, maxLength: 6 })),
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 3,
})

const hostile = fc.oneof({ weight: 3, arbitrary: anything }, { weight: 2, arbitrary: hostileValue })

type Change = (holder: object, name: string, value: unknown, otherName: string) => void
const put: Change = (holder, name, value) => {
  // The length of an array accepts no such value.
  if (Array.isArray(holder) && name === 'length') return
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}
const changes: readonly Change[] = [
  put,
  (holder, name) => void Reflect.deleteProperty(holder, name),
  (holder, _name, value, otherName) => put(holder, otherName, value, ''),
  (holder, name, _value, otherName) => {
    put(holder, otherName, Reflect.get(holder, name), '')
    Reflect.deleteProperty(holder, name)
  },
  (holder, name) => put(holder, name, [Reflect.get(holder, name)], ''),
  (holder, name) => {
    const value: unknown = Reflect.get(holder, name)
    put(holder, name, typeof value === 'number' ? String(value) : 'text', '')
  },
]

interface Mutation {
  readonly at: number
  readonly change: Change
  readonly value: unknown
  readonly name: string
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1000),
  change: fc.constantFrom(...changes),
  value: hostile,
  name: fc.constantFrom(...hostileNames),
})

/** Every place in a valid argument that can be mutated. */
function placesIn(value: unknown): (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const inside: unknown = Reflect.get(value, name)
    return [[value, name] as const, ...placesIn(inside)]
  })
}

function mutated(valid: unknown, mutations: readonly Mutation[]): unknown {
  const copy: unknown = structuredClone(valid)
  const places = placesIn(copy)
  for (const { at, change, value, name } of mutations) {
    const place = places[at % places.length]
    if (place === undefined) return value
    change(place[0], place[1], value, name)
  }
  return copy
}

/** Any value, a valid argument, or one with one to three mutations; on any channel. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .constantFrom(...requestChannels)
  .chain((channel) => {
    const valid = fc.constantFrom<unknown>(...validArguments(channel))
    const argument = fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
          .map(([one, all]) => mutated(one, all)),
      },
      { weight: 3, arbitrary: hostile },
      { weight: 1, arbitrary: valid },
    )
    const input = fc.oneof(
      { weight: 18, arbitrary: fc.tuple(argument) },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(argument, hostile) },
    )
    return input.map((all) => ({ channel, input: all }))
  })
