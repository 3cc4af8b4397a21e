import { describe, expect, it } from 'vitest'
import { isEasyToGuess, passphraseStrength } from './passphrase.ts'

describe('a passphrase', () => {
  it.each([
    'aaaaaaaaaaaa',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefabcdef',
    'abcdefghijklmnop',
    '123456789012',
    '098765432109',
    'qwertyuiopasdfgh',
    'passwordpass',
    'Password2026!',
    'Welcome12345',
    'ClaimsDesk2026',
    'Lagos Branch 2026!!',
    'sandbox backup 2026',
    'Yaba Market Yaba Market',
    'Yaba Market 2026!',
    '             ',
  ])('that is easy to guess is refused: “%s”', (passphrase) => {
    expect(passphraseStrength(passphrase, ['Yaba Market'])).toBe('easy')
    expect(isEasyToGuess(passphrase, ['Yaba Market'])).toBe(true)
  })

  it.each([
    ['fair', 'three made wordss'],
    ['fair', 'xkqvtzpwhmra'],
    ['fair', '7fK3-92qD-tm'],
    ['good', 'four made up words of a file'],
    ['good', 'Okada-Market 17 blue kettle'],
    ['good', 'ọ̀rọ̀ ìdánilójú mẹ́rin tí a kò mọ̀'],
  ])('is rated %s: “%s”', (strength, passphrase) => {
    expect(passphraseStrength(passphrase)).toBe(strength)
    expect(isEasyToGuess(passphrase)).toBe(false)
  })

  it('is counted in characters, however they are stored', () => {
    expect(passphraseStrength('short words')).toBe('too-short')
    expect(passphraseStrength('cafe\u0301 cafe\u0301')).toBe('too-short')
  })

  it('of the greatest length is judged at once', () => {
    expect(passphraseStrength('ab'.repeat(99))).toBe('easy')
  })
})
