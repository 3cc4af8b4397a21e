/** Letters of a field beyond this many are shown but not searched: no address is as long, and an index stays small. */
const searchedLetters = 2000

// Letters that have no decomposition and yet are typed without their mark.
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
 * Text as it is searched: lower case, without accents, dots below and tone marks (Yoruba, Igbo, Hausa), words parted by
 * one space. Apostrophes vanish ("St. Mary's" is "st marys"), other signs part words.
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
