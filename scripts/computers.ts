import { readComputers, type Statuses } from './computers/computers-by-urgency.ts'
import { asCsv, asJson, asPrometheus, asTable } from './computers/show-computers.ts'

/** What they are printed as: the last two for dashboards that are there already. */
export const forms = ['table', 'json', 'csv', 'prometheus'] as const

/** How all computers stand, from what they wrote, as a text, and whether one has an alarm. */
export function computers(
  statuses: Statuses,
  form: (typeof forms)[number],
): { readonly text: string; readonly isAlarmed: boolean } {
  const now = new Date()
  const found = readComputers(statuses, now)
  const text = { csv: asCsv, json: asJson, prometheus: asPrometheus, table: asTable }[form](found, now)
  return { text, isAlarmed: found.some(({ alarms }) => alarms.length > 0) }
}
