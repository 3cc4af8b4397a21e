import { dayColumns, type DayReport } from '#shared/close-of-day.ts'
import type { Environment } from '#shared/domain/product.ts'
import { texts } from '../shell/texts.ts'
import { csvOf, type CsvCell } from './csv.ts'

/** The rows of a day as CSV. Without totals: a sum over a column is that of the screen. Amounts are naira. */
export function dayCsv(report: DayReport, environment: Environment): string {
  const words = texts.closeOfDay
  const head = [
    words.day,
    words.environment,
    words.officer,
    words.product,
    ...dayColumns.flatMap((column) => [words.columns[column], `${words.columns[column]} (NGN)`]),
  ]
  const lines = report.rows.map((row): readonly CsvCell[] => [
    report.day,
    words.environments[environment],
    row.officerName ?? (row.officerId === null ? words.noOfficer : words.unknownOfficer),
    words.products[row.product],
    ...dayColumns.flatMap((column) => {
      const { count, amountKobo } = row.counts[column]
      return [count, amountKobo / 100]
    }),
  ])
  return csvOf([head, ...lines])
}
