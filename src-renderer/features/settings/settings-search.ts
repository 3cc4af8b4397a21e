import type { RouteLocationRaw } from 'vue-router'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { t } from '#renderer/i18n/index.ts'
import {
  isOffered,
  isRow,
  settingPlaceOf,
  places,
  rowNames,
  sectionOf,
  surroundings,
  type SettingName,
} from './setting-list.ts'

/** A setting that was found, and where it is. */
export interface FoundSetting {
  readonly name: SettingName
  readonly title: string
  /** The name of its section. */
  readonly detail: string
  readonly to: RouteLocationRaw
}

const names = [...rowNames, ...(Object.keys(places) as (keyof typeof places)[])]

/** The settings that fit every word, those named so first. Only what is there for the officer who is signed in. */
export function findSettings(text: string): readonly FoundSetting[] {
  const now = surroundings()
  const asked = wordsOf(fold(text))
  if (now === null || asked.length === 0) return []
  return names
    .filter((name) => isOffered(name, now))
    .map((name) => ({ name, rank: rankOf(name, asked) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ name }) => ({
      name,
      title: t(`setting.${name}.label`),
      detail: t(`setting.section.${sectionOf(name)}`),
      to: settingPlaceOf(name),
    }))
}

/** How well a setting fits; 0 where it does not. */
function rankOf(name: SettingName, asked: readonly string[]): number {
  const label = wordsIn(t(`setting.${name}.label`))
  const words = wordsIn(t(`setting.${name}.words`), t(`setting.section.${sectionOf(name)}`))
  const hint = isRow(name) ? wordsIn(t(`setting.${name}.hint`)) : []
  const ranks = asked.map((word) => {
    if (label.some((one) => one.startsWith(word))) return 3
    if (words.some((one) => one.startsWith(word))) return 2
    return hint.some((one) => one.startsWith(word)) ? 1 : 0
  })
  return ranks.includes(0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0) / ranks.length
}

const wordsIn = (...texts: readonly string[]): string[] => wordsOf(fold(texts.join(' ')))
