import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wantedWords } from '#renderer/data/search/asked-words.ts'
import { markedParts } from './marked-parts.ts'

/** The text with what was found in brackets. */
const marked = (text: string, asked: string): string =>
  markedParts(text, wantedWords(asked))
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['any part of a word', 'Adeola Pharmacy', 'deol', 'A[deol]a Pharmacy'],
  ['each word, wherever it is', 'Market Road, Ikeja', 'ikeja mark', '[Mark]et Road, [Ikeja]'],
  ['one or two letters at the beginning of a word alone', 'On Mango Onion', 'on', '[On] Mango [On]ion'],
  ['letters with marks, with their marks', 'Ọ̀yọ́ Rd', 'oyo', '[Ọ̀yọ́] Rd'],
  ['words without their apostrophe', 'St. Mary’s', 'marys', 'St. [Mary’s]'],
  ['letters, not the apostrophe behind them', 'Mary’s', 'mary', '[Mary]’s'],
  ['one letter that is folded to several', 'Haßan', 'hass', '[Haß]an'],
  ['no letter of which only a half was searched', 'Haßan', 'has', '[Ha]ßan'],
  ['signs as words apart', 'N&N Chemist', 'n and n', '[N]&[N] Chemist'],
  [
    'no filler, which tells none from another',
    'Pharmacy in Ikeja',
    'pharmacy in ikeja',
    'Pharmacy in [Ikeja]',
  ],
  ['nothing that is only similar', 'Ikeja', 'ikxja', 'Ikeja'],
  ['nothing where nothing was searched', 'Ikeja', '', 'Ikeja'],
  [
    'nothing where the search reads no further',
    `${'x'.repeat(2000)} Ikeja`,
    'ikeja',
    `${'x'.repeat(2000)} Ikeja`,
  ],
  ['nothing across words', 'Port Harcourt', 'portharcourt', 'Port Harcourt'],
])('marks %s', (_, text, asked, is) => {
  expect(marked(text, asked)).toBe(is)
})

it('never changes, loses or splits a letter of the text', () => {
  const unit = fc.constantFrom(...Array.from('aAbọ́ọßﬃé’-& 1İ½'), '\u0301', '한', '😀')
  const texts = fc.string({ unit, maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (text, asked) => {
      const parts = markedParts(text, wantedWords(asked))
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(parts.every((part) => part.text.isWellFormed())).toBe(true)
    }),
  )
})
