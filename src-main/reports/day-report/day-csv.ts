import { dayColumns, type DayReport } from '#shared/day-report.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { csvOf, type CsvCell } from '../../platform/csv.ts'
import { say } from '../../texts/texts.ts'
import { headCells, momentCell, productCell } from '../claim-cells.ts'

/**
 * A day as CSV: a row for each claim, and below an empty line its sums. No totals row, so that a sum over a column matches
 * the screen. Amounts are naira. @param stateOf a claim's state in words
 */
export function dayCsv(
  report: DayReport,
  environment: Environment,
  stateOf: (entry: EntrySummary) => string,
): string {
  const head = headCells('day', 'environment', 'officer', 'product')
  const day = [report.day, say(`table.environments.${environment}`)]
  const claims = report.claims.map((entry): readonly CsvCell[] => [
    ...day,
    entry.capturedBy ?? '',
    productCell(entry.product),
    entry.policyNumber,
    entry.reference ?? '',
    entry.amount ?? '',
    stateOf(entry),
    momentCell(entry.acceptedAt),
  ])
  const sums = report.rows.map((row): readonly CsvCell[] => [
    ...day,
    row.officerName ?? say(row.officerId === null ? 'table.no-officer' : 'table.unknown-officer'),
    say(`table.products.${row.product}`),
    ...dayColumns.flatMap((column) => {
      const { count, amountKobo } = row.counts[column]
      return [count, amountKobo / 100]
    }),
  ])
  return csvOf([
    [...head, ...headCells('policy', 'reference', 'amount', 'state', 'submitted')],
    ...claims,
    [],
    [...head, ...dayColumns.flatMap((name) => countHead(say(`table.columns.${name}`)))],
    ...sums,
  ])
}

const countHead = (column: string): readonly string[] => [column, say('table.amount', { column })]
