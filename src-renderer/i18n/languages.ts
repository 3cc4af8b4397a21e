import type { LocaleMessageValue } from 'vue-i18n'
import { pseudoLanguage, sourceLanguage, tagOfFile, type LanguageTexts } from '#shared/language/language.ts'
import { addLanguage, i18n } from './index.ts'
import { shownLanguage } from './locale.ts'

// English is built in; another language is loaded when it is chosen.
const files = import.meta.glob<LanguageTexts>('../../src-shared/language/files/*.ts', { import: 'default' })
const loaders = new Map(Object.entries(files).map(([path, load]) => [tagOfFile(path), load]))

/** The languages an officer can choose from. */
export const offeredLanguages: readonly string[] = [sourceLanguage, ...loaders.keys()]

/** Shows the page in the language of a tag; English when there is no such file. */
export async function showLanguage(tag: string): Promise<void> {
  const texts = await textsOf(tag)
  if (texts !== null) addLanguage(tag, texts)
  const shown = texts === null ? sourceLanguage : tag
  i18n.global.locale.value = shown
  shownLanguage.value = shown
}

async function textsOf(tag: string): Promise<Record<string, LocaleMessageValue> | null> {
  if (tag === pseudoLanguage) {
    const [{ pseudoTexts }, { english }] = await Promise.all([
      import('#shared/language/pseudo.ts'),
      import('./english.ts'),
    ])
    return pseudoTexts(english)
  }
  return (await loaders.get(tag)?.()) ?? null
}
