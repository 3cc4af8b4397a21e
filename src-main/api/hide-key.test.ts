import { describe, expect, it } from 'vitest'
import { keyHider } from './hide-key.ts'

const key = 'made-up+key/Q7w=4xZB~19'
// Made anew in each test: one that cannot be made fails there.
const inText = (text: string): string => keyHider(key).inText(text)
const inValue = <T>(value: T): T => keyHider(key).inValue(value)
const codes = (radix: number, digits: number, before: string): string =>
  Array.from(key, (char) => before + char.charCodeAt(0).toString(radix).padStart(digits, '0')).join('')

describe('a text', () => {
  it.each([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['as an address writes it', encodeURIComponent(key)],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 behind one byte', Buffer.from(`:${key}`).toString('base64')],
    ['in base64 behind its scheme', Buffer.from(`Bearer ${key}`).toString('base64url')],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['in percent codes', codes(16, 2, '%')],
    ['in escapes', codes(16, 4, '\\u')],
    ['in entities', codes(10, 1, ';&#').slice(1)],
    ['in hexadecimal entities', codes(16, 1, ';&#x').slice(1)],
    ['with spaces between', Array.from(key).join(' ')],
    ['with nothing to see between', Array.from(key).join('\u200b')],
    ['without its end', key.slice(0, 18)],
  ])('does not carry the key %s', (_how, form) => {
    const shown = inText(`Not valid: ${form}, try again`)
    expect(shown).toContain('Not valid: ')
    expect(shown).toContain('[key]')
    expect(shown.length).toBeLessThan(50)
  })

  it('keeps every other word', () => {
    const words = 'The made-up key of ₦45,000 – no such policy (KKP/2026/LA/000001).'
    expect(inText(words)).toBe(words)
  })

  it('is searched for a short key as it is', () => {
    expect(keyHider('a.b').inText('Key a.b, ab, a-b')).toBe('Key [key], ab, a-b')
    expect(keyHider('-_-_-').inText('Key -_-_-.')).toBe('Key [key].')
  })
})

describe('a value', () => {
  it('has the key in none of its texts, and its shape', () => {
    const rows = [
      { id: 1, details: 'Fell over', more: null },
      { id: 2, details: `Sent with ${key}`, more: { list: [Buffer.from(key).toString('base64')] } },
    ]
    const shown = inValue(rows)
    expect(shown[0]).toBe(rows[0])
    expect(shown[1]).toEqual({
      id: 2,
      details: 'Sent with [key]',
      more: { list: [expect.stringMatching(/^\[key\].{0,3}$/)] },
    })
  })

  it('is searched through line breaks', () => {
    const name = `${key.slice(0, 9)}\r\n${key.slice(9)}`
    expect(inValue({ name })).toEqual({ name: '[key]' })
  })

  it('has no short key either', () => {
    expect(keyHider('"a').inValue({ name: 'Key "a' })).toEqual({ name: 'Key [key]' })
  })
})
