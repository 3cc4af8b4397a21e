import { badgeOf } from '#shared/claim/describe.ts'
import { dayColumns, type DayReport } from '#shared/day-report.ts'
import type { Environment } from '#shared/domain/product.ts'
import { csvOf, type CsvCell } from '#main/platform/csv.ts'
import { say, sayOfClaim } from '#main/platform/texts/texts.ts'
import { headCells, momentCell, productCell } from '../claim-cells.ts'

/**
 * A day as CSV: a row for each claim, and below an empty line its sums. No totals row, so that a sum over a column matches
 * the screen. Amounts are naira. @param statusNames the office's names of the insurer's status values
 */
export function dayCsv(
  report: DayReport,
  environment: Environment,
  statusNames: Readonly<Record<string, string>>,
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
    badgeOf({ type: 'own', entry }, { say: sayOfClaim, statusNames }),
    momentCell(entry.acceptedAt),
  ])
  const sums = report.rows.map((row): readonly CsvCell[] => [
    ...day,
    row.officerName,
    say(`says.kinds.${row.product}`),
    ...dayColumns.flatMap((column) => {
      const { count, amountKobo } = row.counts[column]
      return [count, amountKobo / 100]
    }),
  ])
  return csvOf([
    [...head, ...headCells('policy', 'reference', 'amount', 'state', 'submitted')],
    ...claims,
    [],
    [...head, ...dayColumns.flatMap((column) => countHead(say(`says.groups.${column}`)))],
    ...sums,
  ])
}

const countHead = (column: string): readonly string[] => [column, say('table.amount', { column })]
