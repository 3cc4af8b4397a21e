import { expect, it } from 'vitest'
import { timesPlainWork } from '#testing/processor-time.ts'
import { endOfJson, parseJson } from './parse-json.ts'

const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

it.each([
  ['null', null],
  [' {"a":"[[[["} ', { a: '[[[[' }],
  [`["${'['.repeat(100)}\\"${'{'.repeat(100)}"]`, [`${'['.repeat(100)}"${'{'.repeat(100)}`]],
  [`[${'[],'.repeat(100)}1]`, [...Array.from({ length: 100 }, () => []), 1]],
])('the value of %s is read', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it.each(['', '{', '{"a":1} x', '[1,]', '"\\'])('%j has no value', (text) => {
  expect(parseJson(text)).toBeUndefined()
})

it('what is far deeper than the spec is not read, and costs no time', () => {
  expect(parseJson(nested(25_000))).toBeDefined()
  expect(parseJson(nested(25_002))).toBeUndefined()
  const times = timesPlainWork(() => expect(parseJson('['.repeat(512 * 1024))).toBeUndefined())
  expect(times).toBeLessThan(12)
})

it.each<[string, number | null]>([
  ['{"a":[1]}', 9],
  ['{"a":"}"} and more {}', 9],
  ['{"a":[1]', null],
  ['{"a":"', null],
  ['{"a":"\\', null],
  ['1', null],
])('what %j begins with ends at %j', (text, end) => {
  expect(endOfJson(text)).toBe(end)
})

it('what is too deep ends nowhere', () => {
  expect(endOfJson('['.repeat(25_001))).toBe('too-deep')
})
