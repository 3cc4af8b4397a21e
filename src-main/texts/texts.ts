import { commandLabels } from '#shared/commands.ts'
import { localeOf, sourceLanguage, type LanguageTexts } from '#shared/language/language.ts'
import { filledText, textsOf, type NamedParts } from '#shared/language/message.ts'
import { enMain } from './en-main.ts'

/** The application's name, the same in every language. */
export const appName = 'Claims Desk'

/** The commands use the labels of the page's palette, under the same keys. */
const menuCommands = { commands: { label: commandLabels } } as const
export const mainCatalogue = { main: enMain, ...menuCommands } as const

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`
}[keyof T & string]

/** The key of a text in main; a missing one is a type error. */
export type MainTextKey = Leaves<typeof enMain> | Leaves<typeof menuCommands>

const english = keyed(mainCatalogue)
let shown = { texts: english, locale: localeOf(sourceLanguage) }

function keyed(tree: object): ReadonlyMap<string, string> {
  return new Map([...textsOf(tree)].map(([key, text]) => [key.replace(/^main\./, ''), text]))
}

/** Changes the language of main's texts. Missing texts, or null, mean English. */
export function speak(tag: string, texts: LanguageTexts | null): void {
  shown = { texts: keyed(texts ?? mainCatalogue), locale: localeOf(tag) }
}

/** The text of a key, with its `{named}` parts filled in; `n` chooses its form by the rules of the language. */
export function say(key: MainTextKey, named: NamedParts = {}): string {
  const translated = shown.texts.get(key)
  return translated === undefined
    ? filledText(english.get(key) ?? '', named, localeOf(sourceLanguage))
    : filledText(translated, named, shown.locale)
}

/** A moment on this computer's clock, in the words of the language. @param iso a time that is valid */
export function sayMoment(iso: string): string {
  return new Intl.DateTimeFormat(shown.locale, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  )
}

/** Bytes as people read them, in the words of the language, such as `9 MB`. */
export function saySize(bytes: number): string {
  const format = (unit: string, amount: number): string =>
    new Intl.NumberFormat(shown.locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
  return bytes < 999_500 ? format('kilobyte', Math.ceil(bytes / 1000)) : format('megabyte', bytes / 1_000_000)
}
