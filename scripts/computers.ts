import { readComputers } from './computers/read-computers.ts'
import { asCsv, asJson, asTable } from './computers/show-computers.ts'

/**
 * How all computers stand, from the files that they write into the folder of head office (`statusFolder`), as a text,
 * and whether one has an alarm. Null where the folder cannot be read.
 */
export function computers(
  folder: string,
  form: 'csv' | 'json' | 'table',
): { readonly text: string; readonly isAlarmed: boolean } | null {
  const now = new Date()
  const found = readComputers(folder, now)
  if (found === null) return null
  const text = { csv: asCsv, json: asJson, table: asTable }[form](found, now)
  return { text, isAlarmed: found.some(({ alarms }) => alarms.length > 0) }
}
