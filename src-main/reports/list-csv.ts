import type { Claim } from '#shared/claim/claim.ts'
import type { TableRow } from '../claims/table-rows.ts'
import type { Audience } from '../officers/audience.ts'
import { summarised, visibleEntry, type ShownServices } from '../outbox/shown-entry.ts'
import { csvOf, type CsvCell } from '../platform/csv.ts'
import { Slices } from '../platform/slices.ts'
import { headCells, momentCell, productCell, stateCell } from './claim-cells.ts'

export interface ListCsvOptions {
  readonly services: ShownServices
  readonly audience: Audience
  /** The office's names of the insurer's status values. */
  readonly statusNames: Readonly<Record<string, string>>
}

/** Rows of the list of claims as CSV, in their order, made in slices. Amounts are naira. */
export async function listCsv(rows: readonly TableRow[], options: ListCsvOptions): Promise<string> {
  const lines: (readonly CsvCell[])[] = [
    headCells('product', 'policy', 'reference', 'incident', 'place', 'amount', 'time', 'state', 'officer'),
  ]
  const slices = new Slices()
  for (const row of rows) {
    if (slices.isOver(8)) await slices.next()
    lines.push(lineOf(row, options))
  }
  return csvOf(lines)
}

function lineOf(row: TableRow, { services, audience, statusNames }: ListCsvOptions): readonly CsvCell[] {
  const { product, content, occurrenceDate, amount, createdAt } = row
  const claim = claimOf(row, services, audience)
  const entry = claim?.type === 'own' ? claim.entry : null
  return [
    productCell(product),
    content.policyNumber,
    entry?.reference ?? '',
    occurrenceDate,
    content.occurrenceAddress,
    amount ?? '',
    momentCell(createdAt),
    claim === null ? '' : stateCell(claim, statusNames),
    entry?.capturedBy ?? '',
  ]
}

/** What the row's state is said of: our claim, else the insurer's; null where ours is gone meanwhile. */
function claimOf({ entryId, content }: TableRow, services: ShownServices, audience: Audience): Claim | null {
  const entry = entryId === null ? null : visibleEntry(services, audience, entryId)
  if (entry !== null) return { type: 'own', entry: summarised(services, audience, entry) }
  if (!('status' in content)) return null
  const { id, status, repairEstimate, deletedAt, updatedAt } = content
  const says = { status, estimate: repairEstimate, isDeleted: deletedAt !== null }
  return { type: 'listed', claimId: id, says, asOf: updatedAt }
}
