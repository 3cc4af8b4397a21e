import { describe, expect, it } from 'vitest'
import { keyHider } from './hide-key.ts'

const key = 'made-up+key/Q7w=4xZB~19'
// Created in each test, so that a failure to create it fails that test.
const inText = (text: string): string => keyHider(key).inText(text)
const inValue = <T>(value: T): T => keyHider(key).inValue(value)
const encoded = Buffer.from(key).toString('base64')

describe('a text', () => {
  it('has a mark wherever the key was', () => {
    expect(inText(key)).toBe('[key]')
    expect(inText(`One (${key}), two ${key}${key}.`)).toBe('One ([key]), two [key][key].')
  })

  it('has a mark wherever its whole base64 was, padded or not', () => {
    expect(inText(`No ${encoded} here`)).toBe('No [key] here')
    expect(inText(`No ${encoded.replace(/=+$/, '')}, ${encoded}`)).toBe('No [key], [key]')
  })

  it('has no beginning of the key at its end, where it may have been cut', () => {
    for (const form of [key, encoded]) {
      for (let length = 8; length < form.length; length += 1)
        expect(inText(`No ${form.slice(0, length)}`)).toBe('No [key]')
      expect(inText(`${form.slice(0, 8)} more`)).toBe(`${form.slice(0, 8)} more`)
    }
    expect(inText(`No ${key.slice(0, 7)}`)).toBe(`No ${key.slice(0, 7)}`)
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
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    expect(keyHider('abcde-fgh').inText(base64('abcde-fgh'))).toBe('[key]')
    expect(keyHider('abcde-fg').inText(base64('abcde-fg'))).toBe(base64('abcde-fg'))
  })
})

describe('a value', () => {
  it.each([
    ['as it is', key],
    ['in base64', encoded],
  ])('has no key %s, alone, in a list or deep inside', (_how, form) => {
    expect(inValue(form)).toContain('[key]')
    expect(inValue([form])[0]).toContain('[key]')
    const row = { id: 7, deep: [{ text: `No ${form}`, none: null, yes: true }] }
    const [shown] = inValue([row])
    expect(shown.deep[0]!.text).toBe('No [key]')
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
