import { fold } from '#shared/language/fold.ts'

/** Words that people add, and that tell no pharmacy from another. */
const fillers = new Set(
  'near, in, around, at, by, close, to, the, of, and, pharmacy, pharmacies, chemist, chemists'.split(', '),
)
const isFiller = (word: string): boolean => fillers.has(fold(word))
// “State” says nothing behind a state's name; it may begin the name of a road.
const isTelling = (word: string, at: number, words: readonly string[]): boolean =>
  !isFiller(word) && !(fold(word) === 'state' && at > 0 && !isFiller(words[at - 1] ?? ''))

/** The words of a question that tell pharmacies apart; none where it asks for all. */
export function askedWords(typed: string): string[] {
  return typed.trim().split(/\s+/).filter(isTelling)
}

/** The text without such words at its ends; whatever contains the typed text contains this too. */
export function askedText(typed: string): string {
  const words = typed.trim().split(/\s+/)
  const first = words.findIndex(isTelling)
  return first === -1 ? '' : words.slice(first, words.findLastIndex(isTelling) + 1).join(' ')
}
