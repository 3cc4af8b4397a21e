import type { TextKey } from '#renderer/i18n/index.ts'

/** A status value with the merchant's name for it, as typed. */
export interface StatusNameRow {
  readonly id: number
  readonly value: string
  readonly name: string
  /** Seen in a claim list or saved before: the value is fixed, only its name can be edited. */
  readonly isKnown: boolean
}

type StatusNames = Readonly<Record<string, string>>

/** The seen, named or final values, each with its name, if any. */
export function rowsOf(
  names: StatusNames,
  finals: readonly string[],
  seen: readonly string[],
): StatusNameRow[] {
  const values = [...new Set([...seen, ...Object.keys(names), ...finals])].filter((value) => value !== '')
  return values
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((value, id) => ({ id, value, name: names[value] ?? '', isKnown: true }))
}

/** The names to save; values without a name are left out. */
export function namesOf(rows: readonly StatusNameRow[]): StatusNames {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ value, name }) => [value.trim(), name.trim()]))
}

/** The final values once one of them is, or is no longer. */
export function withFinal(finals: readonly string[], value: string, isFinal: boolean): readonly string[] {
  const others = finals.filter((final) => final !== value)
  return isFinal ? [...others, value] : others
}

/** What prevents saving the names; null if nothing does. */
export function problemOf(
  rows: readonly StatusNameRow[],
): Extract<TextKey, `statusNames.problems.${string}`> | null {
  const named = rows.filter(({ name }) => name.trim() !== '')
  const values = named.map(({ value }) => value.trim())
  if (values.includes('')) return 'statusNames.problems.value-missing'
  if (new Set(values).size < values.length) return 'statusNames.problems.value-twice'
  return named.length > 50 ? 'statusNames.problems.too-many' : null
}
