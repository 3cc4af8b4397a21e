import type { RouteLocationRaw } from 'vue-router'
import { isWithinOneTypo } from '#renderer/data/search/one-typo.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { t } from '#renderer/i18n/index.ts'
import {
  isOffered,
  placeOf,
  places,
  rowNames,
  sectionOf,
  surroundings,
  type SettingName,
} from './setting-list.ts'
import './texts.ts'

/** A setting that was found, and where it is. */
export interface FoundSetting {
  readonly name: SettingName
  readonly title: string
  /** The name of its section. */
  readonly detail: string
  readonly to: RouteLocationRaw
}

/** Shorter words are too often one letter away from another one. */
const shortestWithTypo = 4

const names = [...rowNames, ...(Object.keys(places) as (keyof typeof places)[])]

/**
 * The settings that fit every word, those named so first. Only what is there for the officer who is signed in. Where
 * nothing fits as typed, a word of four letters or more may have one typo.
 */
export function findSettings(text: string): readonly FoundSetting[] {
  const now = surroundings()
  const asked = wordsOf(fold(text))
  if (now === null || asked.length === 0) return []
  const offered = names.filter((name) => isOffered(name, now))
  const ranked = (withTypos: boolean): { readonly name: SettingName; readonly rank: number }[] =>
    offered.map((name) => ({ name, rank: rankOf(name, asked, withTypos) })).filter(({ rank }) => rank > 0)
  const asTyped = ranked(false)
  return (asTyped.length > 0 ? asTyped : ranked(true))
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ name }) => ({
      name,
      title: t(`setting.${name}.label`),
      detail: t(`setting.section.${sectionOf(name)}`),
      to: placeOf(name),
    }))
}

/** How well a setting fits; 0 where it does not. */
function rankOf(name: SettingName, asked: readonly string[], withTypos: boolean): number {
  const label = wordsIn(t(`setting.${name}.label`))
  const words = wordsIn(t(`setting.${name}.words`), t(`setting.section.${sectionOf(name)}`))
  const hint = wordsIn(t(`setting.${name}.hint`))
  const ranks = asked.map((word) => {
    if (label.some((one) => one.startsWith(word))) return 4
    if (words.some((one) => one.startsWith(word))) return 3
    if (hint.some((one) => one.startsWith(word))) return 2
    const isTypo = withTypos && word.length >= shortestWithTypo
    return isTypo && [...label, ...words].some((one) => isWithinOneTypo(one, word)) ? 1 : 0
  })
  return ranks.includes(0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0) / ranks.length
}

const wordsIn = (...texts: readonly string[]): string[] => wordsOf(fold(texts.join(' ')))
