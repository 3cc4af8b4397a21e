import { policyNumberOf } from '../domain/policy-number.ts'

/** Letters of a field beyond this limit are not searched. No real address is as long, and it bounds a search. */
const searchedLetters = 2000

// Letters without a Unicode decomposition that people type without their mark.
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ß: 'ss',
  ς: 'σ',
}

// Of every keyboard, those of Hausa and Yoruba names too.
const apostrophes = /['’‘ʼ`´ʻꞌ′＇]/g

const isPlain = /^[\t\n\r -~]*$/

/**
 * Normalises text for search: lower case, without accents, dots below and tone marks (Yoruba, Igbo, Hausa), words
 * separated by one space. Apostrophes are dropped ("St. Mary's" is "st marys"), other signs separate words.
 */
export function fold(text: string): string {
  const searched = text.slice(0, searchedLetters)
  // Most texts are plain, and Unicode's classes cost several times as much.
  if (isPlain.test(searched)) {
    return searched
      .toLowerCase()
      .replace(/['`]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  }
  return (
    searched
      // Before a sign is taken apart: an acute accent of its own would become a gap.
      .replace(apostrophes, '')
      .normalize('NFKD')
      // Some letters become eighteen.
      .slice(0, 2 * searchedLetters)
      .toLowerCase()
      .replace(/[\p{M}'`]/gu, '')
      .replace(/[øłđɓɗƙƴßς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .slice(0, searchedLetters)
      .trim()
  )
}

/** The words of folded text. */
export function wordsOf(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ')
}

/** A policy number as searchable text: as written, plus its normal form if that differs. */
export function searchedPolicy(policyNumber: string): string {
  const policy = policyNumberOf(policyNumber)
  return policy === policyNumber ? policy : `${policyNumber} ${policy}`
}
