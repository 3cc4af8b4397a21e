import type { RouteLocationRaw } from 'vue-router'
import { fold, wordsOf } from '#renderer/data/search/fold.ts'

export const foundGroups = ['commands', 'drafts', 'entries', 'claims', 'pharmacies', 'insurer'] as const
export type FoundGroup = (typeof foundGroups)[number]

/** Shown of each group; the rest is one line that leads to its screen. */
export const shownOfGroup = 5

/** One line of the palette. */
export interface Found {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly shortcut?: string | null
  /** Where it leads; `before` prepares the screen there. */
  readonly to: RouteLocationRaw | null
  readonly before?: () => void
}

/** What one source found, in its order. */
export interface FoundIn {
  readonly group: FoundGroup
  readonly found: readonly Found[]
}

/** The words of a question; none when there is nothing to look for. */
export function questionWords(text: string): readonly string[] {
  return wordsOf(fold(text))
}

/** Whether folded text has every word, wherever in it. */
export function hasEvery(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}

/** Those with a word of their label for each word typed, which begins with it: letters within a word say nothing. */
export function named<T extends { readonly label: string }>(
  items: readonly T[],
  words: readonly string[],
): T[] {
  return items.filter(({ label }) => {
    const own = wordsOf(fold(label))
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
}

// Folding is what takes time: a thousand entries are folded once, not at every letter typed.
const foldedTexts = new WeakMap<object, string>()

function foldedText<T extends object>(item: T, textOf: (item: T) => string): string {
  const known = foldedTexts.get(item)
  if (known !== undefined) return known
  const folded = fold(textOf(item))
  foldedTexts.set(item, folded)
  return folded
}

/** Those whose text has every word; texts that begin with the first one come first, and keep their order otherwise. */
export function matching<T extends object>(
  items: readonly T[],
  words: readonly string[],
  textOf: (item: T) => string,
): T[] {
  const [first = ''] = words
  const matches = items.flatMap((item) => {
    const folded = foldedText(item, textOf)
    return hasEvery(folded, words) ? [{ item, begins: folded.startsWith(first) }] : []
  })
  return [...matches.filter(({ begins }) => begins), ...matches.filter(({ begins }) => !begins)].map(
    ({ item }) => item,
  )
}
