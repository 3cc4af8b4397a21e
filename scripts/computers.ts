import { readComputers, type Statuses } from './computers/computers-by-urgency.ts'
import { asCsv, asJson, asTable } from './computers/show-computers.ts'

/** How all computers stand, from what they wrote, as a text, and whether one has an alarm. */
export function computers(
  statuses: Statuses,
  form: 'csv' | 'json' | 'table',
): { readonly text: string; readonly isAlarmed: boolean } {
  const now = new Date()
  const found = readComputers(statuses, now)
  const text = { csv: asCsv, json: asJson, table: asTable }[form](found, now)
  return { text, isAlarmed: found.some(({ alarms }) => alarms.length > 0) }
}
