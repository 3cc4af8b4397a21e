import { fold } from '#shared/language/fold.ts'

/** Words that people add, and that tell no pharmacy from another. */
const fillers = new Set(
  'near, in, around, at, by, close, to, the, of, pharmacy, pharmacies, chemist, chemists'.split(', '),
)

/** The words of a question that tell pharmacies apart; all of them where there are no others. */
export function askedWords(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const telling = words.filter((word) => !fillers.has(fold(word)))
  return telling.length === 0 ? words : telling
}
