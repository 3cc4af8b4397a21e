import { describe, expect, it } from 'vitest'
import { keyHider } from './hide-key.ts'

// Eighteen letters and digits; twelve of them in a row are taken for the key.
const key = 'made-up+key/Q7w=4xZB~19'
// Made anew in each test: one that cannot be made fails there.
const inText = (text: string): string => keyHider(key).inText(text)
const inValue = <T>(value: T): T => keyHider(key).inValue(value)
const base64 = (before: string, after = ''): string => Buffer.from(before + key + after).toString('base64')
const codes = (radix: number, digits: number, before: string, after = ''): string =>
  Array.from(key, (char) => before + char.charCodeAt(0).toString(radix).padStart(digits, '0') + after).join(
    '',
  )

describe('a text', () => {
  it.each([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['with spaces between', Array.from(key).join(' ')],
    ['as an address writes it', encodeURIComponent(key)],
    ['from its beginning, twelve letters', 'made-up+key/Q7w'],
    ['to its end, twelve letters', 'key/Q7w=4xZB~19'],
    ['in its middle, twelve letters', 'e-up+key/Q7w=4xZ'],
    ['in another writing', 'MADEUPKEYQ7W4XZB19'],
  ])('has a mark where the key stood %s', (_how, form) => {
    expect(inText(`No (${form}) here`)).toBe('No ([key]) here')
    expect(inText(form)).toBe('[key]')
  })

  it.each(['made-up+key/Q7', 'ey/Q7w=4xZB~19', 'p+key/Q7w=4xZ', 'made-up key', 'Q7w4xZB19'])(
    'keeps fewer letters of it: %s',
    (part) => {
      expect(inText(`No (${part}) here`)).toBe(`No (${part}) here`)
    },
  )

  it('has a mark for each place', () => {
    expect(inText(`One ${key}, two ${key.toUpperCase()}.`)).toBe('One [key], two [key].')
    expect(inText(`One ${key.toUpperCase()}, two ${key.toUpperCase()}.`)).toBe('One [key], two [key].')
    expect(inText(`${key.toUpperCase()} and on`)).toBe('[key] and on')
    expect(inText(`that is ${key.toUpperCase()}`)).toBe('that is [key]')
  })

  it.each([
    ['hexadecimal', Buffer.from(key).toString('hex')],
    ['percent codes', codes(16, 2, '%')],
    ['escapes', codes(16, 4, '\\u')],
    ['long escapes', codes(16, 4, '\\u{', '}')],
    ['entities', codes(10, 1, '&#', ';')],
    ['hexadecimal entities', codes(16, 1, '&#x', ';')],
    ['hexadecimal codes', codes(16, 2, '0x', ',')],
  ])('carries nothing of the key in %s', (_how, form) => {
    const shown = inText(`No ${form}|here`)
    expect(shown).toMatch(/^No \S{0,4}\[key\]\S{0,3}\|?here$/)
  })

  it.each([0, 1, 2, 3, 4, 5])('carries nothing of the key in base64 behind %i bytes', (before) => {
    for (const after of ['', 'b', 'bb']) {
      const shown = inText(`No ${base64('a'.repeat(before), after)} here`)
      expect(shown).toMatch(/^No \S{0,10}\[key\]\S{0,6} here$/)
    }
  })
})

describe('a key of eleven letters', () => {
  it('is hidden as it is and in no other writing', () => {
    const short = keyHider('abcde-fghijk')
    expect(short.inText('No abcde-fghijk, no ABCDE-FGHIJK')).toBe('No [key], no ABCDE-FGHIJK')
    expect(short.inValue(['abcde-fghijk', 'abcdefghijk'])).toEqual(['[key]', 'abcdefghijk'])
  })
})

describe('a key of twelve letters', () => {
  it('is hidden in every writing', () => {
    const long = keyHider('abcde-fghijkl')
    expect(long.inText('No ABCDE FGHIJKL')).toBe('No [key]')
    expect(long.inText('No bcde-fghijkl')).toBe('No bcde-fghijkl')
    expect(long.inText(Buffer.from('abcde-fghijkl').toString('hex'))).toBe('[key]')
  })
})

describe('a value', () => {
  it.each([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['in percent codes', codes(16, 2, '%')],
    ['in escapes', codes(16, 4, '\\u')],
    ['in entities', codes(10, 1, '&#', ';')],
    ['in hexadecimal entities', codes(16, 1, '&#x', ';')],
    ['as an address writes it', encodeURIComponent(key)],
    ['in base64', base64('')],
    ['in base64 behind one byte', base64('a', 'b')],
    ['in base64 behind two bytes', base64('aa', 'bb')],
    ['in base64 behind three bytes', base64('aaa', 'b')],
    ['in base64 before one byte', base64('', 'b')],
  ])('has no key %s, alone, in a list or deep inside', (_how, form) => {
    expect(inValue(form)).toContain('[key]')
    expect(inValue([form])[0]).toContain('[key]')
    const row = { id: 7, deep: [{ text: `No ${form}`, none: null, yes: true }] }
    const [shown] = inValue([row])
    expect(shown.deep[0]!.text).toContain('[key]')
    expect(shown).toEqual({ id: 7, deep: [{ text: shown.deep[0]!.text, none: null, yes: true }] })
  })

  it.each([null, undefined, 7, true, 'other', { id: 1 }, []])(
    'without the key is left alone: %o',
    (value) => {
      expect(inValue(value)).toStrictEqual(value)
    },
  )

  it('keeps the rows of a list that do not carry the key as they are', () => {
    const rows = [{ text: 'other' }, { text: key }]
    const shown = inValue(rows)
    expect(shown[0]).toBe(rows[0])
    expect(shown[1]).toEqual({ text: '[key]' })
  })
})
