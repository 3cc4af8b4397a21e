import type { TextKey } from '#renderer/i18n/index.ts'

/** A status value with the merchant's name for it, as typed. */
export interface StatusNameRow {
  readonly id: number
  readonly value: string
  readonly name: string
  /** Seen in a claim list, or saved before: the value stands, only its name is typed. */
  readonly isKnown: boolean
}

type StatusNames = Readonly<Record<string, string>>

/** The values that were seen or named, each with its name or none. */
export function rowsOf(names: StatusNames, seen: readonly string[]): StatusNameRow[] {
  const values = [...new Set([...seen, ...Object.keys(names)])].filter((value) => value !== '')
  return values
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((value, id) => ({ id, value, name: names[value] ?? '', isKnown: true }))
}

/** The names to be saved; a value without a name has none. */
export function namesOf(rows: readonly StatusNameRow[]): StatusNames {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ value, name }) => [value.trim(), name.trim()]))
}

/** What keeps the names from being saved, or null. */
export function problemOf(
  rows: readonly StatusNameRow[],
): Extract<TextKey, `statusNames.problems.${string}`> | null {
  const named = rows.filter(({ name }) => name.trim() !== '')
  const values = named.map(({ value }) => value.trim())
  if (values.includes('')) return 'statusNames.problems.value-missing'
  if (new Set(values).size < values.length) return 'statusNames.problems.value-twice'
  return named.length > 50 ? 'statusNames.problems.too-many' : null
}
