/** Between the forms of a text that differs by number. */
export const formSeparator = ' | '
// ICU's own tables are dear to open, and every text of a screen asks: once for each locale.
const numberFormats = new Map<string, Intl.NumberFormat>()
const pluralRules = new Map<string, Intl.PluralRules>()
const once = <T>(known: Map<string, T>, locale: string, make: () => T): T => {
  const found = known.get(locale) ?? make()
  known.set(locale, found)
  return found
}
const rulesOf = (locale: string): Intl.PluralRules =>
  once(pluralRules, locale, () => new Intl.PluralRules(locale))

const categoryOrder = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The plural categories of a locale by ICU, in the order in which the forms of a text stand. */
export function pluralCategories(locale: string): readonly Intl.LDMLPluralRule[] {
  const used = new Set(rulesOf(locale).resolvedOptions().pluralCategories)
  return categoryOrder.filter((category) => used.has(category))
}

/**
 * Which form of a text goes with a number. There is one for each plural category of the language, in the order zero,
 * one, two, few, many, other; one more in front is for exactly none.
 */
export function pluralIndex(locale: string, n: number, forms: number): number {
  if (forms <= 1) return 0
  const categories = pluralCategories(locale)
  const hasNone = forms > categories.length
  if (hasNone && n === 0) return 0
  const at = categories.indexOf(rulesOf(locale).select(n)) + (hasNone ? 1 : 0)
  return Math.min(at, forms - 1)
}

/** What the `{named}` parts of a text stand for. A number is written as one; an id is a text. */
export type NamedParts = Readonly<Record<string, string | number>>

/** The same with every number as it is written in that locale. */
export function writtenParts(named: NamedParts, locale: string): Readonly<Record<string, string>> {
  const format = once(numberFormats, locale, () => new Intl.NumberFormat(locale))
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.format(value) : value,
    ]),
  )
}

/** A text of the catalogue with its form chosen by `n` and its parts filled in. */
export function filledText(source: string, named: NamedParts, locale: string): string {
  const forms = source.split(formSeparator)
  const n = named['n']
  const form = forms[typeof n === 'number' ? pluralIndex(locale, n, forms.length) : 0] ?? ''
  const parts = writtenParts(named, locale)
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
}

/** The texts of a tree with their keys, as `home.title`. */
export function* textsOf(tree: object, path = ''): Generator<readonly [string, string]> {
  const parts: readonly (readonly [string, unknown])[] = Object.entries(tree)
  for (const [key, value] of parts) {
    if (typeof value === 'string') yield [path + key, value]
    else if (typeof value === 'object' && value !== null) yield* textsOf(value, `${path}${key}.`)
  }
}
