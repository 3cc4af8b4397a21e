import { expect, it } from 'vitest'
import { isPlainData } from './register.ts'

function cycle(): unknown {
  const own: { self?: unknown } = {}
  own.self = own
  return own
}

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', 'x'.repeat(2_000_000)],
  ['numbers', [1, Number.NaN, -0]],
  ['objects in lists', [{ a: [{ b: undefined }] }]],
  ['an object without a prototype', Object.create(null)],
  ['the most ids that are asked about', { ids: Array.from({ length: 10_000 }, () => 'x'.repeat(36)) }],
  ['the same thing twice', ((one: object) => [one, one])({ a: 1 })],
])('is %s', (_what, value) => {
  expect(isPlainData(value)).toBe(true)
})

it.each<[string, unknown]>([
  ['a list of many holes', new Array(2 ** 32 - 1)],
  ['a list of one hole', [1, new Array(1)]],
  ['a list with a name in it', Object.assign([1], { extra: 1 })],
  ['bytes', new Uint8Array(1)],
  ['very many bytes', { bytes: new Uint8Array(200_000_000) }],
  ['a buffer', new ArrayBuffer(8)],
  ['a map', new Map()],
  ['a set', [new Set()]],
  ['a date', { at: new Date(0) }],
  ['a pattern', /x/],
  ['an error', new Error('x')],
  ['a text object', Object('text')],
  ['a prototype of its own', JSON.parse('{"__proto__":null}')],
  ['a prototype deep inside', JSON.parse('[{"a":{"__proto__":{}}}]')],
  ['what contains itself', cycle()],
  ['too many things', Array.from({ length: 50_001 }, () => 0)],
  ['too much text', ['x'.repeat(1_000_001), 'x'.repeat(1_000_000)]],
  ['too much text in names', { ['x'.repeat(2_000_001)]: 1 }],
  [
    'the same long text too often',
    ((one: string) => Array.from({ length: 100 }, () => one))('x'.repeat(30_000)),
  ],
])('is not %s', (_what, value) => {
  expect(isPlainData(value)).toBe(false)
})
