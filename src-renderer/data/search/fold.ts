/** Letters of a field beyond this limit are not searched. No real address is as long, and it bounds the index. */
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

/**
 * Normalises text for search: lower case, without accents, dots below and tone marks (Yoruba, Igbo, Hausa), words
 * separated by one space. Apostrophes are dropped ("St. Mary's" is "st marys"), other signs separate words.
 */
export function fold(text: string): string {
  return text
    .slice(0, searchedLetters)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .replace(/[øłđɓɗƙƴßς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of folded text. */
export function wordsOf(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ')
}
