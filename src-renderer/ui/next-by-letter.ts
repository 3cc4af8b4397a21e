import { fold } from '#shared/language/fold.ts'

/**
 * The place of the next name that begins with the letter of a key, as in a list; null where none does, or the key is no
 * letter.
 *
 * @param at the place now; -1 for none
 */
export function nextByLetter(
  names: readonly string[],
  at: number,
  { key, ctrlKey, metaKey }: KeyboardEvent,
): number | null {
  const letter = key.length === 1 && !ctrlKey && !metaKey ? fold(key) : ''
  if (letter === '') return null
  const places = [...names.keys()]
  const next = [...places.slice(at + 1), ...places].find((place) =>
    fold(names[place] ?? '').startsWith(letter),
  )
  return next ?? null
}
