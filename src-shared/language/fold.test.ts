import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from './fold.ts'

it.each([
  ['St. Mary’s  HOSPITAL', 'st marys hospital'],
  ["St. Mary's\tHOSPITAL ", 'st marys hospital'],
  ['Ọ̀yọ́, Ìbàdàn', 'oyo ibadan'],
  ['ƙaɗan ɓata', 'kadan bata'],
  ['St. Mary´s', 'st marys'],
  ['Maʻazu, Saꞌidu, Ma′aji', 'maazu saidu maaji'],
  ['  ', ''],
])('makes %j %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('makes no text longer than what of it is searched', () => {
  for (const letter of ['\ufdfa', 'ß', 'x', 'Ọ̀'])
    expect(fold(letter.repeat(3000)).length).toBeLessThanOrEqual(2000)
  expect(fold('Ọ̀'.repeat(900))).toBe('o'.repeat(900))
})

it('means the same for plain texts, which go a shorter way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (plain) => {
      expect(`${fold(plain)} e`.trim()).toBe(fold(`${plain} é`))
    }),
  )
})
