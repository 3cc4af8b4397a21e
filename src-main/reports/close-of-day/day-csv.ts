import { dayColumns, type DayReport } from '#shared/close-of-day.ts'
import type { Environment } from '#shared/domain/product.ts'
import { say } from '../../texts/texts.ts'
import { csvOf, type CsvCell } from '../../platform/csv.ts'

/** The rows of a day as CSV. No totals row, so that a sum over a column matches the screen. Amounts are naira. */
export function dayCsv(report: DayReport, environment: Environment): string {
  const head = [
    say('close-of-day.day'),
    say('close-of-day.environment'),
    say('close-of-day.officer'),
    say('close-of-day.product'),
    ...dayColumns.flatMap((column) => {
      const name = say(`close-of-day.columns.${column}`)
      return [name, say('close-of-day.amount', { column: name })]
    }),
  ]
  const lines = report.rows.map((row): readonly CsvCell[] => [
    report.day,
    say(`close-of-day.environments.${environment}`),
    row.officerName ??
      say(row.officerId === null ? 'close-of-day.no-officer' : 'close-of-day.unknown-officer'),
    say(`close-of-day.products.${row.product}`),
    ...dayColumns.flatMap((column) => {
      const { count, amountKobo } = row.counts[column]
      return [count, amountKobo / 100]
    }),
  ])
  return csvOf([head, ...lines])
}
