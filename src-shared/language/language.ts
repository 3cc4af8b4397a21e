/** The texts of a language, in the shape of the English ones; missing ones are shown in English. */
export interface LanguageTexts {
  readonly [part: string]: string | LanguageTexts
}

/** The language all others are translated from. */
export const sourceLanguage = 'en'
/**
 * Pseudo-localised English, to find texts that are not in the catalogue (ICU's tag for it). Never offered to officers.
 */
export const pseudoLanguage = 'en-XA'

/** What `system` in the settings means, and what can be chosen. */
export interface LanguageOffer {
  /** The languages of this computer's user, the preferred one first. */
  readonly system: readonly string[]
  readonly available: readonly string[]
  /** Whether the pseudo-language may be shown: in development and in tests. */
  readonly isPseudoAllowed: boolean
}

/** The tag of the language to show: the one set, else that of this computer, else English. */
export function languageFor(setting: string, offer: LanguageOffer): string {
  if (setting === pseudoLanguage && offer.isPseudoAllowed) return pseudoLanguage
  const wanted = setting === 'system' ? offer.system : [setting]
  for (const tag of wanted) {
    const found = [sourceLanguage, ...offer.available].find((one) => one === tag || one === languageOf(tag))
    if (found !== undefined) return found
  }
  return sourceLanguage
}

/** The locale of dates, numbers and plurals in a language: as they are written in Nigeria, unless its tag says where. */
export function localeOf(tag: string): string {
  if (tag === pseudoLanguage) return localeOf(sourceLanguage)
  const locale = new Intl.Locale(tag)
  return locale.region === undefined ? new Intl.Locale(tag, { region: 'NG' }).toString() : tag
}

/** The name of a language in itself, such as `Hausa`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
}

const scriptsToTheLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** Which way a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return scriptsToTheLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
}

/** `src-shared/language/files/ha.ts` is the file of `ha`. */
export function tagOfFile(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.ts$/, '')
}

function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}
