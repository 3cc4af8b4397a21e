import { describe, expect, it } from 'vitest'
import { keyHider } from './hide-key.ts'

const key = 'made-up+key/Q7w=4xZB~19'
// Created in each test, so that a failure to create it fails that test.
const inText = (text: string): string => keyHider(key).inText(text)
const inValue = <T>(value: T): T => keyHider(key).inValue(value)
const base64 = (before: string, after = ''): string => Buffer.from(before + key + after).toString('base64')

describe('a text', () => {
  it('has a mark wherever the key was', () => {
    expect(inText(key)).toBe('[key]')
    expect(inText(`One (${key}), two ${key}${key}.`)).toBe('One ([key]), two [key][key].')
  })

  it.each([0, 1, 2, 3, 4, 5])('contains nothing of the key in base64 after %i bytes', (before) => {
    for (const after of ['', 'b', 'bb', 'bbb']) {
      const encoded = Buffer.from('a'.repeat(before) + key + after)
      for (const form of [encoded.toString('base64'), encoded.toString('base64url')]) {
        expect(inText(`No ${form} here`)).toMatch(/^No \S{0,9}\[key\]\S{0,7} here$/)
      }
    }
  })

  it('does not contain the key in base64 after its scheme', () => {
    expect(inText(`Got ${base64('Bearer ')}.`)).toMatch(/^Got \S{10}\[key\]\S{0,3}\.$/)
  })

  it('keeps every other word', () => {
    const words = 'The made-up key of ₦45,000 – no such policy (KKP/2026/LA/000001).'
    expect(inText(words)).toBe(words)
    expect(inText('')).toBe('')
  })
})

describe('a short key', () => {
  it('is hidden in plain form, without mistaking words for its base64', () => {
    const short = keyHider('a.b')
    expect(short.inText('Key a.b, ab, a-b, YS5i')).toBe('Key [key], ab, a-b, YS5i')
    expect(keyHider('"a').inValue({ name: 'Key "a' })).toEqual({ name: 'Key [key]' })
  })

  it('is hidden in base64 from twelve encoded characters on', () => {
    const encoded = (text: string): string => Buffer.from(text).toString('base64')
    expect(keyHider('abcde-fgh').inText(encoded('abcde-fgh'))).toBe('[key]')
    expect(keyHider('abcde-fg').inText(encoded('abcde-fg'))).toBe(encoded('abcde-fg'))
  })
})

describe('a value', () => {
  it.each([
    ['as it is', key],
    ['in base64', base64('')],
    ['in base64 behind one byte', base64('a', 'b')],
    ['in base64 behind two bytes', base64('aa', 'bb')],
    ['in base64 for addresses', Buffer.from(key).toString('base64url')],
  ])('has no key %s, alone, in a list or deep inside', (_how, form) => {
    expect(inValue(form)).toContain('[key]')
    expect(inValue([form])[0]).toContain('[key]')
    const row = { id: 7, deep: [{ text: `No ${form}`, none: null, yes: true }] }
    const [shown] = inValue([row])
    expect(shown.deep[0]!.text).toMatch(/^No \S{0,3}\[key\]\S{0,4}$/)
    expect(shown).toEqual({ id: 7, deep: [{ text: shown.deep[0]!.text, none: null, yes: true }] })
  })

  it.each([null, undefined, 7, true, 'other', { id: 1 }, []])('without the key is unchanged: %o', (value) => {
    expect(inValue(value)).toStrictEqual(value)
  })

  it('keeps the rows of a list that do not contain the key unchanged', () => {
    const rows = [{ text: 'other' }, { text: key }]
    const shown = inValue(rows)
    expect(shown[0]).toBe(rows[0])
    expect(shown[1]).toEqual({ text: '[key]' })
  })
})
