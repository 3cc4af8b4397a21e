import { fold } from '#shared/language/fold.ts'

/** Words that people add, and that tell no pharmacy from another. */
const fillers = new Set(
  'near, in, around, at, by, close, to, the, of, pharmacy, pharmacies, chemist, chemists'.split(', '),
)
const isTelling = (word: string): boolean => !fillers.has(fold(word))

/** The words of a question that tell pharmacies apart; all of them where there are no others. */
export function askedWords(typed: string): string[] {
  const words = typed.trim().split(/\s+/)
  return words.some(isTelling) ? words.filter(isTelling) : words
}

/** The text without such words at its ends; whatever contains the typed text contains this too. */
export function askedText(typed: string): string {
  const words = typed.trim().split(/\s+/)
  const first = words.findIndex(isTelling)
  return (first === -1 ? words : words.slice(first, words.findLastIndex(isTelling) + 1)).join(' ')
}
