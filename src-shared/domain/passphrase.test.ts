import { expect, it } from 'vitest'
import { isEasyToGuess } from './passphrase.ts'

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
  expect(isEasyToGuess(passphrase, ['Yaba Market'])).toBe(true)
})

it.each([
  'three made wordss',
  'xkqvtzpwhmra',
  '7fK3-92qD-tm',
  'four made up words of a file',
  'Okada-Market 17 blue kettle',
  'ọ̀rọ̀ ìdánilójú mẹ́rin tí a kò mọ̀',
])('that is not is taken: “%s”', (passphrase) => {
  expect(isEasyToGuess(passphrase)).toBe(false)
})

it('is counted in characters, however they are stored', () => {
  expect(isEasyToGuess('xkqvtzpwhmr')).toBe(true)
  expect(isEasyToGuess('xkqvtzpe\u0301hmr')).toBe(true)
  expect(isEasyToGuess('xkqvtzpe\u0301hmra')).toBe(false)
})

it('of the greatest length is judged at once', () => {
  expect(isEasyToGuess('ab'.repeat(99))).toBe(true)
})
