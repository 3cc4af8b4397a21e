import type { RouteLocationRaw } from 'vue-router'
import type { Tone } from '#shared/claim/say.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'

/** What is found, in the order of the results: what a customer asks about first. */
export const foundGroups = ['commands', 'claims', 'requests', 'pharmacies', 'settings', 'insurer'] as const
export type FoundGroup = (typeof foundGroups)[number]

/** Results shown per group; one more line links to the rest. */
export const shownOfGroup = 5

/** One result line in the palette. */
export interface Found {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly shortcut?: string | null
  /** How it stands, as a badge. */
  readonly status?: { readonly text: string; readonly tone: Tone }
  /** The entry whose slip can be opened from here. */
  readonly slipOf?: EntrySummary | null
  /** The route it opens; `before` prepares the screen there. */
  readonly to: RouteLocationRaw | null
  readonly before?: () => void
}

/** The results of one source, in its order. */
export interface FoundIn {
  readonly group: FoundGroup
  readonly found: readonly Found[]
}

/** The words of a query; empty if there is nothing to search for. */
export function questionWords(text: string): readonly string[] {
  return wordsOf(fold(text))
}

/** Whether the folded text contains every word. */
export function hasEvery(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}

/**
 * The items in which each word typed begins a word, the best first: of their label, or of what else they are found by,
 * or of their hint; mid-word matches do not count.
 */
export function ranked<T extends { readonly label: string; readonly words: string; readonly hint?: string }>(
  items: readonly T[],
  asked: readonly string[],
): T[] {
  const rankOf = ({ label, words, hint = '' }: T): number => {
    const places = [hint, words, label].map((text) => questionWords(text))
    const ranks = asked.map(
      (word) => 1 + places.findLastIndex((own) => own.some((one) => one.startsWith(word))),
    )
    return ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, 0)
  }
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ item }) => item)
}
