import { isMarkedWrong } from '#shared/claim/claim.ts'
import { badgeOf } from '#shared/claim/describe.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { customerName } from '#shared/domain/customer.ts'
import type { Product, Environment } from '#shared/domain/product.ts'
import { textOf } from '#shared/domain/told.ts'
import { timeOfDay, toldTime } from '#shared/language/format.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { DayReport } from '#shared/day-report.ts'
import { shownRows, type RowServices } from '#main/claims/shown-rows.ts'
import type { TableRow } from '#main/claims/table-rows.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { csvOf, type CsvCell } from '#main/platform/csv.ts'
import { Slices } from '#main/platform/slices.ts'
import { sayOfClaim, say } from '#main/platform/texts/texts.ts'
import type { enMain } from '#main/platform/texts/en-main.ts'

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
    headCells(
      'product',
      'policy',
      'customer',
      'reference',
      'incident',
      'place',
      'amount',
      'time',
      'state',
      'officer',
      'wrong',
    ),
  ]
  const slices = new Slices()
  for (const one of rows) {
    if (slices.isOver(8)) await slices.next()
    for (const row of shownRows(services, audience, [one])) {
      const entry = row.claim.type === 'own' ? row.claim.entry : null
      const [amount, wrong] = amountCells(row.amount, entry)
      lines.push([
        productCell(row.product),
        row.policyNumber,
        row.customer,
        entry?.reference ?? '',
        textOf(row.occurrenceDate),
        one.content.occurrenceAddress,
        amount,
        toldTime(row.createdAt, momentCell),
        badgeOf(row.claim, { say: sayOfClaim, statusNames }),
        entry?.capturedBy ?? '',
        wrong,
      ])
    }
  }
  return csvOf(lines)
}

/** The head line of a table of claims. */
function headCells(...names: readonly (keyof typeof enMain.table.head)[]): readonly string[] {
  return names.map((name) => say(`table.head.${name}`))
}

function productCell(product: Product | null): string {
  return product === null ? '' : say(`says.kinds.${product}`)
}

/** A moment on this computer's clock as spreadsheets read it, `2026-11-20 14:05`; '' where the insurer's text is none. */
function momentCell(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${today(at)} ${timeOfDay(iso)}`
}

/**
 * A day as CSV: a row for each claim, and no other, so that a sum over a column matches the screen. Amounts are naira.
 * @param statusNames the office's names of the insurer's status values
 */
export function dayCsv(
  report: DayReport,
  environment: Environment,
  statusNames: Readonly<Record<string, string>>,
): string {
  const head = headCells('day', 'environment', 'officer', 'product')
  const day = [report.day, say(`table.environments.${environment}`)]
  const claims = report.claims.map((entry): readonly CsvCell[] => {
    const [amount, wrong] = amountCells(entry.amount, entry)
    return [
      ...day,
      entry.capturedBy ?? '',
      productCell(entry.product),
      entry.policyNumber,
      customerName(entry.customer, entry.holder),
      entry.reference ?? '',
      amount,
      badgeOf({ type: 'own', entry }, { say: sayOfClaim, statusNames }),
      momentCell(entry.acceptedAt),
      wrong,
    ]
  })
  return csvOf([
    [...head, ...headCells('policy', 'customer', 'reference', 'amount', 'state', 'submitted', 'wrong')],
    ...claims,
  ])
}

/** An amount, and that of a claim that is marked as wrong in a column of its own: no sum over the first has it. */
function amountCells(amount: number | null, entry: EntrySummary | null): readonly [CsvCell, CsvCell] {
  const cell = amount ?? ''
  return entry !== null && isMarkedWrong(entry) ? ['', cell] : [cell, '']
}
