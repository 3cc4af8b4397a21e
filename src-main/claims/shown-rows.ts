import type { ClaimAddress, ClaimNeighbours, ClaimRow } from '#shared/domain/claim-list.ts'
import type { Audience } from '../officers/audience.ts'
import { summarised, visibleEntry, type ShownServices } from '../outbox/shown-entry.ts'
import type { TableRow } from './table-rows.ts'

/** More than the widest window shows of the details. */
const shownLetters = 500

/** A row as the page gets it. */
export function shownRow(services: ShownServices, audience: Audience, row: TableRow): ClaimRow {
  const { product, content, claim, entryId } = row
  const entry = entryId === null ? null : visibleEntry(services, audience, entryId)
  return {
    key: row.key,
    product,
    policyNumber: content.policyNumber,
    occurrenceDate: row.occurrenceDate,
    place: content.occurrenceAddress,
    details: content.incidentDetails.slice(0, shownLetters),
    amount: row.amount,
    createdAt: row.createdAt,
    group: row.group,
    isDeleted: claim !== null && claim.deletedAt !== null,
    claimId: claim?.id ?? null,
    entry: entry === null ? null : summarised(services, audience, entry),
  }
}

/** The listed claims beside one; none where the list has it no longer. */
export function neighboursOf(
  rows: readonly TableRow[],
  of: Pick<ClaimAddress, 'product' | 'claimId'>,
): ClaimNeighbours {
  const listed = rows.filter(({ claim }) => claim !== null)
  const at = listed.findIndex(({ product, claim }) => product === of.product && claim?.id === of.claimId)
  if (at < 0) return { previous: null, next: null }
  return { previous: addressOf(listed[at - 1]), next: addressOf(listed[at + 1]) }
}

function addressOf(row: TableRow | undefined): ClaimAddress | null {
  const claim = row?.claim ?? null
  if (claim === null) return null
  return { product: claim.product, policyNumber: claim.policyNumber, claimId: claim.id }
}
