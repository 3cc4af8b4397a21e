import { fold, wordsOf } from '#shared/language/fold.ts'

/** Words that people add, and that tell no pharmacy from another. */
const fillers = new Set(
  'near, in, around, at, by, close, to, the, of, and, pharmacy, pharmacies, chemist, chemists'.split(', '),
)
const isFiller = (word: string): boolean => fillers.has(fold(word))
// “State” says nothing behind a state's name; it may begin the name of a road.
const isTelling = (word: string, at: number, words: readonly string[]): boolean =>
  !isFiller(word) && !(fold(word) === 'state' && at > 0 && !isFiller(words[at - 1] ?? ''))

/** The words of a question that tell pharmacies apart; none where it asks for all. */
function askedWords(typed: string): string[] {
  return typed.trim().split(/\s+/).filter(isTelling)
}

/** The text without such words at its ends; whatever contains the typed text contains this too. */
export function askedText(typed: string): string {
  const words = typed.trim().split(/\s+/)
  const first = words.findIndex(isTelling)
  return first === -1 ? '' : words.slice(first, words.findLastIndex(isTelling) + 1).join(' ')
}

/** Shorter texts stand in too many words: they are looked for at the beginning of one. */
const shortestPart = 3

/** What stands in the folded words of a pharmacy, with a space before each, that has this one. */
export const partOf = (word: string): string => (word.length < shortestPart ? ` ${word}` : word)

/** The words of a question that are looked for, folded. */
export const wantedWords = (typed: string): string[] => wordsOf(fold(askedWords(typed).join(' ')))
