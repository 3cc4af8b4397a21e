import { locale } from './locale.ts'

/** Separates the plural forms of a text. */
export const formSeparator = ' | '

const numbers = new Intl.NumberFormat(locale)

/** Which form of a text goes with a number: `one | many`, and one more in front is for exactly none. */
function pluralIndex(n: number, forms: number): number {
  if (forms > 2 && n === 0) return 0
  return Math.min((n === 1 ? 0 : 1) + (forms > 2 ? 1 : 0), forms - 1)
}

/** What the `{named}` parts of a text stand for. A number is written as one; an id is a text. */
export type NamedParts = Readonly<Record<string, string | number>>

/** A text of the catalogue with its form chosen by `n` and its parts filled in. */
export function filledText(source: string, named: NamedParts): string {
  const forms = source.split(formSeparator)
  const n = named['n']
  const form = forms[typeof n === 'number' ? pluralIndex(n, forms.length) : 0] ?? ''
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const part = named[name] ?? whole
    return typeof part === 'number' ? numbers.format(part) : part
  })
}

/** The keys of the texts in a tree. */
export type KeyIn<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyIn<T[K]>}`
}[keyof T & string]

/** The texts of a tree with their keys, as `commands.label.go-home`. */
export function* textsOf(tree: object, path = ''): Generator<readonly [string, string]> {
  const parts: readonly (readonly [string, unknown])[] = Object.entries(tree)
  for (const [key, value] of parts) {
    if (typeof value === 'string') yield [path + key, value]
    else if (typeof value === 'object' && value !== null) yield* textsOf(value, `${path}${key}.`)
  }
}
