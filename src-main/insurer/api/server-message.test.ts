import { claimFieldNames } from '#shared/domain/claim.ts'
import { describe, expect, it } from 'vitest'
import { keyHider, type KeyHider } from '#main/insurer/network/hide-key.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { toWireClaim } from './wire/claim.ts'
import { fieldErrorsOf, serverMessageOf } from './server-message.ts'

const key = 'made-up-key-0001'
const hideKey: KeyHider = {
  inText: (...given) => keyHider(key).inText(...given),
  inValue: (value) => keyHider(key).inValue(value),
}
const said = (message: unknown): string => serverMessageOf({ message }, hideKey)
const errors = (errors: unknown) => fieldErrorsOf({ errors }, hideKey)

describe('the server’s words', () => {
  it('are those of response_message, or of message if that is blank', () => {
    expect(serverMessageOf({ response_message: 'One', message: 'Two' }, hideKey)).toBe('One')
    expect(serverMessageOf({ response_message: ' \n', message: 'Two' }, hideKey)).toBe('Two')
    expect(serverMessageOf({ response_message: 7, message: 'Two' }, hideKey)).toBe('Two')
  })

  it.each([null, 'text', 7, [], {}, { message: null }, { message: ' ' }, { message: ['a'] }])(
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
})

describe('what is wrong with each field', () => {
  it('is reported for each field that was sent, by the name of what it was sent for', () => {
    // Each field holds its own name, so that what was sent says what for.
    const claim = {
      ...madeUpClaim(),
      ...Object.fromEntries(Object.keys(madeUpClaim()).map((name) => [name, name])),
    }
    const sent = Object.entries(toWireClaim(claim, '7F3K-92QD'))
    expect(sent).toHaveLength(claimFieldNames.length)
    for (const [wireName, text] of sent) {
      const [name = ''] = Object.keys(errors({ [wireName]: ['Wrong'] }))
      expect(String(text).endsWith(name), wireName).toBe(true)
      expect(Object.keys(claim)).toContain(name)
    }
  })

  it.each([
    ['policy_no', 'policyNumber'],
    ['policyNumber', 'policyNumber'],
    ['pharmacy_id', 'pharmacyId'],
    ['something else', 'something else'],
  ])('is reported for %s as %s', (wireName, name) => {
    expect(errors({ [wireName]: ['Wrong'] })).toEqual({ [name]: ['Wrong'] })
  })

  it.each([null, 'text', [], {}, { errors: null }, { errors: 'text' }])('is empty for %o', (json) => {
    expect(fieldErrorsOf(json, hideKey)).toEqual({})
  })

  it('is reported as displayable text only', () => {
    expect(errors({ a: ' One\nreason ', b: [7, 'Two', null], c: [7], d: 7, e: [] })).toEqual({
      a: ['One reason'],
      b: ['Two'],
    })
  })

  it('is limited to ten reasons for each field, from the first ten', () => {
    const reasons = Array.from({ length: 12 }, (_, index) => `Reason ${index}`)
    expect(errors({ a: reasons })).toEqual({ a: reasons.slice(0, 10) })
    expect(errors({ policy_no: reasons.slice(0, 6), policy_number: reasons.slice(6) })).toEqual({
      policyNumber: reasons.slice(0, 10),
    })
    expect(errors({ a: [...Array.from({ length: 9 }, () => 7), 'Tenth', 'Eleventh'] })).toEqual({
      a: ['Tenth'],
    })
  })

  it('is limited to fifty fields', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'no']))
    expect(Object.keys(errors(many))).toEqual(Object.keys(many).slice(0, 50))
  })

  it('is cut at 500 characters, a name at 100', () => {
    expect(errors({ ['n'.repeat(101)]: 'x'.repeat(501) })).toEqual({ ['n'.repeat(100)]: ['x'.repeat(500)] })
  })

  it('does not contain the key, not even in names', () => {
    expect(errors({ [key]: `Key ${key}` })).toEqual({ '[key]': ['Key [key]'] })
  })
})
