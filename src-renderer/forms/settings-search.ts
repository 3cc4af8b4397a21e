import type { RouteLocationRaw } from 'vue-router'
import { questionWords, ranked } from '#renderer/commands/found.ts'
import { t } from '#renderer/i18n/index.ts'
import { places, rowNames, type SettingName } from '#shared/setting-rows.ts'
import { isOffered, isRow, settingPlaceOf, sectionOf, surroundings } from './setting-list.ts'

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
  const asked = questionWords(text)
  if (now === null || asked.length === 0) return []
  const offered = names.filter((name) => isOffered(name, now))
  return ranked(offered.map(textsOf), asked).map(({ name, label, section }) => ({
    name,
    title: label,
    detail: section,
    to: settingPlaceOf(name),
  }))
}

function textsOf(name: SettingName) {
  const section = t(`setting.section.${sectionOf(name)}`)
  const words = `${t(`setting.${name}.words`)} ${section}`
  const hint = isRow(name) ? t(`setting.${name}.hint`) : ''
  return { name, section, label: t(`setting.${name}.label`), words, hint }
}
