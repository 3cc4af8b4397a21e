import { expect, it } from 'vitest'
import { keyHider, type KeyHider } from './hide-key.ts'
import { serverMessageOf } from '#main/insurer/api/refusal-words.ts'

const key = 'made-up-key-0001'
const hideKey: KeyHider = {
  inText: (...given) => keyHider(key).inText(...given),
  inValue: (value) => keyHider(key).inValue(value),
}
const said = (message: unknown): string => serverMessageOf({ message }, hideKey)

it('are those of response_message, or of message if that is blank', () => {
  expect(serverMessageOf({ response_message: 'One', message: 'Two' }, hideKey)).toBe('One')
  expect(serverMessageOf({ response_message: ' \n', message: 'Two' }, hideKey)).toBe('Two')
  expect(serverMessageOf({ response_message: 7, message: 'Two' }, hideKey)).toBe('Two')
})

it.each([null, 'text', 7, [], {}, { message: null }, { message: ' ' }])(
  'are empty if there are none: %o',
  (json) => {
    expect(serverMessageOf(json, hideKey)).toBe('')
  },
)

it.each([
  ['Line\r\nbreaks,\ttabs   and spaces', 'Line breaks, tabs and spaces'],
  ['  round it  ', 'round it'],
  ['bell\u0007 and escape\u001b[31m', 'bell and escape[31m'],
  ['turned \u202eround\u202c and \u2066apart\u2069', 'turned round and apart'],
  ['hid\u200bden\u200f', 'hidden'],
  ['a mark\ufeffof order', 'a mark of order'],
  ['half a pair \ud83d', 'half a pair'],
  ['a pair 😀 whole', 'a pair 😀 whole'],
  ['\ud83d half at the start', '\ud83d half at the start'],
  ['Ọjà ₦45,000', 'Ọjà ₦45,000'],
])('are fit to be shown: %j', (message, shown) => {
  expect(said(message)).toBe(shown)
})

it('are cut at 2,000 characters, and never inside one', () => {
  expect(said('x'.repeat(2000))).toHaveLength(2000)
  expect(said('x'.repeat(2001))).toHaveLength(2000)
  expect(said(`${'x'.repeat(1999)}😀`)).toBe('x'.repeat(1999))
  expect(said(`${'x'.repeat(1998)}😀`)).toBe(`${'x'.repeat(1998)}😀`)
})

it('are read no further than 20,000 characters', () => {
  expect(said(`${'\u200b'.repeat(19_999)}xyz`)).toBe('x')
})

it('do not contain a short key with hidden characters in it', () => {
  const short = keyHider('short-1')
  expect(serverMessageOf({ message: 'Key short\u200b-1 refused' }, short)).toBe('Key [key] refused')
})

it('do not contain the key, even where the cut would go through it', () => {
  expect(said(`Key ${key} refused`)).toBe('Key [key] refused')
  expect(said('x'.repeat(1990) + key)).not.toContain('made-up')
  expect(said(`${'\u200b'.repeat(3995)}${key}`)).not.toContain('made')
})
