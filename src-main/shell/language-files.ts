/// <reference types="vite/types/importMeta.d.ts" />
import {
  languageFor,
  pseudoLanguage,
  sourceLanguage,
  tagOfFile,
  type LanguageTexts,
} from '#shared/language/language.ts'
import { pseudoTexts } from '#shared/language/pseudo.ts'
import { mainCatalogue, speak } from '../texts/texts.ts'

const files = import.meta.glob<LanguageTexts>('../../src-shared/language/files/*.ts', {
  eager: true,
  import: 'default',
})
const languages = new Map(Object.entries(files).map(([path, texts]) => [tagOfFile(path), texts]))

/** Every language with a file, and English. */
export const languageTags: readonly string[] = [sourceLanguage, ...languages.keys()]

/** What the choice of a language takes from Electron's `app`. */
export interface LanguageHost {
  readonly isPackaged: boolean
  getPreferredSystemLanguages(): string[]
}

/** The language to show for a setting; the pseudo-language is available only in an unpackaged application. */
export function createLanguageChoice(host: LanguageHost): (setting: string) => string {
  return (setting) =>
    languageFor(setting, {
      system: host.getPreferredSystemLanguages(),
      available: [...languages.keys()],
      isPseudoAllowed: !host.isPackaged,
    })
}

/** Switches main's texts to the language of a tag. */
export function speakLanguage(tag: string): void {
  speak(tag, tag === pseudoLanguage ? pseudoTexts(mainCatalogue) : (languages.get(tag) ?? null))
}
