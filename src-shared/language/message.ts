/** Separates the plural forms of a text. */
export const formSeparator = ' | '

interface LocaleRules {
  readonly numbers: Intl.NumberFormat
  readonly plurals: Intl.PluralRules
  readonly categories: readonly Intl.LDMLPluralRule[]
}
const rulesByLocale = new Map<string, LocaleRules>()

// Cached per locale: ICU's tables are slow to open, and every text of a screen needs them.
function rulesOf(locale: string): LocaleRules {
  const known = rulesByLocale.get(locale)
  if (known !== undefined) return known
  const plurals = new Intl.PluralRules(locale)
  const categories = plurals.resolvedOptions().pluralCategories
  const rules = { numbers: new Intl.NumberFormat(locale), plurals, categories }
  rulesByLocale.set(locale, rules)
  return rules
}

/** The plural categories of a locale, in the order of a text's forms (that of `Intl`). */
export function pluralCategories(locale: string): readonly Intl.LDMLPluralRule[] {
  return rulesOf(locale).categories
}

/**
 * Which form of a text goes with a number. There is one for each plural category of the language, in the order zero,
 * one, two, few, many, other; one more in front is for exactly none.
 */
export function pluralIndex(locale: string, n: number, forms: number): number {
  if (forms <= 1) return 0
  const { plurals, categories } = rulesOf(locale)
  const hasNone = forms > categories.length
  if (hasNone && n === 0) return 0
  return Math.min(categories.indexOf(plurals.select(n)) + (hasNone ? 1 : 0), forms - 1)
}

/** What the `{named}` parts of a text stand for. A number is written as one; an id is a text. */
export type NamedParts = Readonly<Record<string, string | number>>

/** The same with every number as it is written in that locale. */
export function writtenParts(named: NamedParts, locale: string): Readonly<Record<string, string>> {
  const { numbers } = rulesOf(locale)
  const written = (value: string | number): string =>
    typeof value === 'number' ? numbers.format(value) : value
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, written(value)]))
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
