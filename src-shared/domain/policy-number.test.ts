import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  canBePolicyNumber,
  isAsTyped,
  isSamePolicy,
  looksLikePolicyNumber,
  policyNumberOf,
  sentPolicyNumber,
  typedPolicyNumber,
} from './policy-number.ts'

const policy = 'KKP/2023/GO/001032'
const number = fc
  .array(fc.stringMatching(/^[A-Z0-9](?:[A-Z0-9.-]{0,6}[A-Z0-9])?$/), { minLength: 2, maxLength: 5 })
  .map((segments) => segments.join('/'))
const unseen = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\ufe0f',
  '\u0007',
]
const spaces = [' ', '\t', '\n', '\r\n', '\u00a0', '\u2007', '\u202f', '\u3000']
const slashes = ['/', '\\', '\uff0f', '\uff3c', '\u2044', '\u2215']
const hyphens = ['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\uff0d']

/** A number as someone may write it: each character in a variant form, with the extras that copying adds. */
const written = number.chain((exact) =>
  fc
    .tuple(
      ...Array.from(exact, (sign) =>
        fc.tuple(shapesOf(sign), fc.option(fc.constantFrom(...unseen, ...spaces), { nil: '', freq: 4 })),
      ),
    )
    .chain((signs) =>
      fc
        .tuple(
          fc.constantFrom('', ' ', '“', '"', "'", '\ufeff'),
          fc.constantFrom('', '.', '”.', ' ,', ';\n', '"', ' \u200b'),
        )
        .map(([before, after]) => ({ exact, text: before + signs.flat().join('') + after })),
    ),
)

function shapesOf(sign: string): fc.Arbitrary<string> {
  if (sign === '/') return fc.constantFrom(...slashes)
  if (sign === '-') return fc.constantFrom(...hyphens)
  const full = String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)
  return fc.constantFrom(sign, sign.toLowerCase(), full, full.toLowerCase())
}

describe('the normal form of a policy number', () => {
  it.each([
    'kkp / 2023/go/001032',
    ' KKP/2023/GO/001032\r\n',
    'KKP\\2023\\GO\\001032',
    'ＫＫＰ／２０２３／ＧＯ／００１０３２',
    'KKP/\u00a02023/\u200bGO/00\u00ad1032\ufeff',
    '“kkp/2023/go/001032”.',
    'kkp/2023/go/001032...',
    '\u202dKKP⁄2023∕GO/001032\u202c',
    'kkp 2023 go 001032',
    ' KKP\u00a02023\u200b  GO\n001032.',
    'policy no: KKP/2023/GO/001032',
    'Policy number kkp 2023 go 001032',
    'Policy: KKP/2023/GO/001032.',
  ])('is made of %j', (text) => {
    expect(policyNumberOf(text)).toBe(policy)
  })

  it.each([
    ['KKP-2023-GO-001032', 'KKP-2023-GO-001032'],
    ['kkp–2023/a—b', 'KKP-2023/A-B'],
    ['KKP//2023', 'KKP//2023'],
    ['KKP/2023/', 'KKP/2023/'],
    ['kkp/2023/a.b/(1)', 'KKP/2023/A.B/(1)'],
    ['OKP/2O23/l', 'OKP/2O23/L'],
    ['12345 678', '12345678'],
    ['kkp 2023/go 001032', 'KKP2023/GO001032'],
    ['a\ufeffb\ufeffc', 'ABC'],
    ['POLICY/2026/1', 'POLICY/2026/1'],
    ['Policy2026/1', 'POLICY2026/1'],
    ['Chinedu Made Up', 'CHINEDUMADEUP'],
  ])('changes no meaning: %j is %j', (text, form) => {
    expect(policyNumberOf(text)).toBe(form)
  })

  it('does not depend on the language: i and I are one letter on a Turkish computer too', () => {
    // How such a computer converts text to capitals by the system's language.
    const inTurkish = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function (
      this: string,
    ) {
      return this.replaceAll('i', 'İ').toUpperCase()
    })
    try {
      expect('kki'.toLocaleUpperCase()).toBe('KKİ')
      expect(policyNumberOf('kki/2023/ibı')).toBe('KKI/2023/IBI')
    } finally {
      inTurkish.mockRestore()
    }
  })

  it('is one form for every way of writing a number', () => {
    fc.assert(
      fc.property(written, ({ exact, text }) => {
        expect(policyNumberOf(text)).toBe(exact)
        expect(isSamePolicy(text, exact)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is its own normal form, whatever it was made from', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(
          ...slashes,
          ...spaces,
          ...unseen,
          'i',
          'ı',
          'İ',
          'ß',
          'ŉ',
          'e',
          '\u0301',
          '\u0345',
          '\u00a8',
          '½',
          '.',
          '”',
        ),
        maxLength: 12,
      }),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        const form = policyNumberOf(text)
        expect(policyNumberOf(form)).toBe(form)
        expect(form).not.toMatch(/[\s\\\u200b-\u200f]/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is its own normal form for every character, also followed by an accent', () => {
    const moving: string[] = []
    for (let code = 0; code <= 0x1ffff; code += 1) {
      // Nothing becomes of them; beyond are ideographs and what has no character.
      if (/\p{Unassigned}|\p{Private_Use}|\p{Unified_Ideograph}/u.test(String.fromCodePoint(code))) continue
      for (const text of [String.fromCodePoint(code), `A${String.fromCodePoint(code)}\u0301`]) {
        const form = policyNumberOf(text)
        if (policyNumberOf(form) !== form) moving.push(code.toString(16))
      }
    }
    expect(moving).toEqual([])
  })

  it('is empty for a text without a number, which matches no policy', () => {
    for (const text of ['', ' ', '\u200b\u00a0', '...', '“”']) {
      expect(policyNumberOf(text)).toBe('')
      expect(isSamePolicy(text, text)).toBe(false)
    }
  })
})

describe('what an officer typed', () => {
  it.each([
    'the policy number is KKP/2023/GO/001032 for his keke',
    'my policy kkp/2023/go/001032 pls',
    'policy is “KKP\\2023\\GO\\001032”.',
    'kkp/2023/go/001032',
    'kkp 2023 go 001032',
  ])('is the number in it: %j', (text) => {
    expect(typedPolicyNumber(text)).toBe(policy)
    expect(sentPolicyNumber(text, undefined)).toBe(policy)
  })

  it.each([
    'kkp 2023/go/001032',
    'KKP/2023/GO/001032 or KKP/2023/GO/001033',
    'KKP/2023/GO/001032 2',
    'kkp / 2023/go/001032',
    'on 21/11/2026',
    'and/or/else',
    'Chinedu Made Up',
  ])('is taken as it is where a part of it may belong to the number: %j', (text) => {
    expect(typedPolicyNumber(text)).toBe(policyNumberOf(text))
  })

  it('is no rule for what others wrote, in which a word may make it another policy’s', () => {
    expect(isSamePolicy('KKP/2023/GO/001032 renewed', policy)).toBe(false)
  })
})

describe('what is sent', () => {
  it('is the normal form', () => {
    expect(sentPolicyNumber(' kkp / 2023/go/001032 ', undefined)).toBe(policy)
  })

  it('is the trimmed text if the officer insisted on exactly that text', () => {
    expect(sentPolicyNumber(' kkp / 2023/go/001032', 'kkp / 2023/go/001032')).toBe('kkp / 2023/go/001032')
    expect(sentPolicyNumber('kkp / 2023/go/00103', 'kkp / 2023/go/001032')).toBe('KKP/2023/GO/00103')
    expect(isAsTyped(' ', undefined)).toBe(false)
  })
})

describe('the shape of a policy number', () => {
  it.each(['KKP/2026/LA/000001', 'kkp / 2026 \\ la', 'A-1/2.3/É'])('is known in %j', (typed) => {
    expect(looksLikePolicyNumber(typed)).toBe(true)
  })
  it.each([
    '',
    '000417',
    'KKP//2026',
    '/KKP/2026',
    'KKP/2026/',
    'https://files.example/1',
    'the policy: KKP/1',
  ])('is missed in %j', (typed) => {
    expect(looksLikePolicyNumber(typed)).toBe(false)
  })
})

describe('what can be a policy number', () => {
  it.each(['000417', 'KKP/LA', 'kkp\\la', '\u0663'])('is %j', (typed) => {
    expect(canBePolicyNumber(typed)).toBe(true)
  })
  it.each(['0800000417', '0603 555 0148', '00803 555 0148', '0803/555/0148', '2348035550148'])(
    'is %j, which is no phone',
    (typed) => expect(canBePolicyNumber(typed)).toBe(true),
  )
  it.each(['', 'CHINEDU', 'Chinedu Made Up', 'kkp-la', '\u200b'])('is not %j', (typed) => {
    expect(canBePolicyNumber(typed)).toBe(false)
  })
  it.each(['0803 555 0148', '0803-555-0148', '08035550148', '+234 803 555 0148', '+234 (0) 803 555 0148'])(
    'is not %j, a phone',
    (typed) => expect(canBePolicyNumber(typed)).toBe(false),
  )
})
