import { describe, expect, it } from 'vitest'
import { keyHider } from './hide-key.ts'

const key = 'made-up+key/Q7w=4xZB~19'
// Created in each test, so that a failure to create it fails that test.
const inText = (text: string): string => keyHider(key).inText(text)
const inValue = <T>(value: T): T => keyHider(key).inValue(value)

describe('a text', () => {
  it('has a mark wherever the key was', () => {
    expect(inText(key)).toBe('[key]')
    expect(inText(`One (${key}), two ${key}${key}.`)).toBe('One ([key]), two [key][key].')
  })

  it('has no beginning of the key at its end, where it may have been cut', () => {
    for (let length = 8; length < key.length; length += 1)
      expect(inText(`No ${key.slice(0, length)}`)).toBe('No [key]')
    expect(inText(`${key.slice(0, 8)} more`)).toBe(`${key.slice(0, 8)} more`)
    expect(inText(`No ${key.slice(0, 7)}`)).toBe(`No ${key.slice(0, 7)}`)
  })

  it('keeps every other word', () => {
    const words = 'The made-up key of ₦45,000 – no such policy (KKP/2026/LA/000001).'
    expect(inText(words)).toBe(words)
    expect(inText('')).toBe('')
  })
})

it('a short key is hidden, and mistaken for no word', () => {
  expect(keyHider('a.b').inText('Key a.b, ab, a-b')).toBe('Key [key], ab, a-b')
  expect(keyHider('"a').inValue({ name: 'Key "a' })).toEqual({ name: 'Key [key]' })
})

describe('a value', () => {
  it('has no key, alone, in a list or deep inside', () => {
    expect(inValue(key)).toContain('[key]')
    expect(inValue([key])[0]).toContain('[key]')
    const row = { id: 7, deep: [{ text: `No ${key}`, none: null, yes: true }] }
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
