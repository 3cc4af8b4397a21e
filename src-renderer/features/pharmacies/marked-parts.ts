import { fold } from '#shared/language/fold.ts'
import { partOf } from '#renderer/data/search/asked-words.ts'

interface TextPart {
  readonly text: string
  readonly isFound: boolean
}

/**
 * A text in parts: those that were searched for, and the rest. Where the letters cannot be told from how the search folds
 * the whole, nothing counts as found.
 *
 * @param words folded, as `wantedWords` has them
 */
export function markedParts(text: string, words: readonly string[]): readonly TextPart[] {
  // Each letter is folded for itself, which is dear while a list is merely scrolled.
  if (words.length === 0) return [{ text, isFound: false }]
  const letters = Array.from(text)
  let folded = ' '
  /** Where each letter stands in the folded text; nowhere if folding drops it. */
  const places = letters.map((letter) => {
    // Between two letters a sign becomes what it is within a word: nothing, a gap or other letters.
    const is = fold(`a${letter}a`).slice(1, -1)
    const start = folded.length
    if (is !== ' ' || !folded.endsWith(' ')) folded += is
    return { start, end: folded.length }
  })
  if (folded.trim() !== fold(text)) return [{ text, isFound: false }]

  const ranges = words.map(partOf).flatMap((part) => rangesOf(part, folded))
  const isWithin = (place: { start: number; end: number } | undefined): boolean =>
    place !== undefined &&
    place.start < place.end &&
    ranges.some(({ start, end }) => start <= place.start && place.end <= end)
  const parts: { text: string; isFound: boolean }[] = []
  letters.forEach((letter, at) => {
    const last = parts.at(-1)
    const place = places[at]
    const isDropped = place !== undefined && place.start === place.end
    // An accent belongs to its letter, an apostrophe to the letters around it.
    const goesOn = last?.isFound === true && (/\p{M}/u.test(letter) || isWithin(places[at + 1]))
    const isFound = isDropped ? goesOn : isWithin(place)
    if (last?.isFound === isFound) last.text += letter
    else parts.push({ text: letter, isFound })
  })
  return parts
}

/** Every place of a part in the folded text, without the space that says where a word begins. */
function rangesOf(part: string, folded: string): { start: number; end: number }[] {
  const ranges = []
  for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1)) {
    ranges.push({ start: part.startsWith(' ') ? at + 1 : at, end: at + part.length })
  }
  return ranges
}
