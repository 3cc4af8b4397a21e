import { badgeOf } from '#shared/claim/describe.ts'
import { shownRows, type RowServices } from '#main/delivery/claims/shown-rows.ts'
import type { TableRow } from '#main/delivery/claims/table-rows.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { csvOf, type CsvCell } from '#main/platform/csv.ts'
import { Slices } from '#main/platform/slices.ts'
import { sayOfClaim } from '#main/platform/texts/texts.ts'
import { headCells, momentCell, productCell } from './claim-cells.ts'

export interface ListCsvOptions {
  readonly services: RowServices
  readonly audience: Audience
  /** The office's names of the insurer's status values. */
  readonly statusNames: Readonly<Record<string, string>>
}

/** Rows of the list of claims as CSV, in their order, made in slices. Amounts are naira. */
export async function listCsv(rows: readonly TableRow[], options: ListCsvOptions): Promise<string> {
  const { services, audience, statusNames } = options
  const lines: (readonly CsvCell[])[] = [
    headCells('product', 'policy', 'reference', 'incident', 'place', 'amount', 'time', 'state', 'officer'),
  ]
  const slices = new Slices()
  for (const one of rows) {
    if (slices.isOver(8)) await slices.next()
    for (const row of shownRows(services, audience, [one])) {
      const entry = row.claim.type === 'own' ? row.claim.entry : null
      lines.push([
        productCell(row.product),
        row.policyNumber,
        entry?.reference ?? '',
        row.occurrenceDate,
        row.place,
        row.amount ?? '',
        momentCell(row.createdAt),
        badgeOf(row.claim, { say: sayOfClaim, statusNames }),
        entry?.capturedBy ?? '',
      ])
    }
  }
  return csvOf(lines)
}
