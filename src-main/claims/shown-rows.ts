import type { Claim } from '#shared/claim/claim.ts'
import { customerName, type Customer } from '#shared/domain/customer.ts'
import { sortTextOf } from '#shared/domain/told.ts'
import type { ClaimNeighbours, ClaimRow } from '#shared/domain/claim-list.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { withoutReference } from '#shared/domain/reference.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { summarised, visibleEntry, type ShownServices } from '#main/outbox/shown-entry.ts'
import { Slices } from '#main/platform/slices.ts'
import type { ClaimListStore } from './list-store.ts'
import { claimKey, hasKey, type TableRow } from './table-rows.ts'

/** More than the widest window shows of a text, and as long as a place may be that is sent. */
const shownLetters = 500
/** Of one answer's rows, so many are read: as many as a window has. */
const mostRead = 200

/** The officer's own texts of the insurer's rows, which do not change. */
const ownTexts = new WeakMap<ReceivedClaim, string>()

/**
 * Reads the texts of rows that are about to be shown, each once. A row that was not read is shown with its reference.
 */
export async function readTexts(rows: readonly TableRow[]): Promise<void> {
  const slices = new Slices()
  for (const { listed } of rows.slice(0, mostRead)) {
    if (listed === null || ownTexts.has(listed)) continue
    // Up to a few milliseconds each.
    if (slices.isOver(32)) await slices.next()
    ownTexts.set(listed, withoutReference(listed.incidentDetails).slice(0, shownLetters))
  }
}

/** What a row is shown with. */
export interface RowServices extends ShownServices {
  readonly claimLists: Pick<ClaimListStore, 'kept'>
}

/** Rows as the page gets them, without those whose entry is gone meanwhile. */
export function shownRows(
  services: RowServices,
  audience: Audience,
  rows: readonly TableRow[],
): readonly ClaimRow[] {
  const { claimLists, keptDetails } = services
  const readAt = { keke: claimLists.kept('keke')?.fetchedAt, okada: claimLists.kept('okada')?.fetchedAt }
  return rows.flatMap((row) => {
    const { product, content, listed } = row
    const claim = ownClaim(services, audience, row) ?? listedClaim(listed, readAt[product])
    if (claim === null) return []
    return [
      {
        key: claim.type === 'listed' ? claimKey(product, claim.claimId) : row.key,
        product,
        policyNumber: content.policyNumber,
        customer: customerName(typedOf(claim), keptDetails.holderOf(content.policyNumber)),
        occurrenceDate: row.occurrenceDate,
        place: content.occurrenceAddress.slice(0, shownLetters),
        details: (listed && ownTexts.get(listed)) ?? content.incidentDetails.slice(0, shownLetters),
        amount: row.amount,
        createdAt: row.createdAt,
        claim,
      },
    ]
  })
}

function typedOf(claim: Claim): Customer | undefined {
  if (claim.type === 'listed') return undefined
  return (claim.type === 'draft' ? claim.draft : claim.entry).customer
}

function ownClaim(services: ShownServices, audience: Audience, { draft, entryId }: TableRow): Claim | null {
  if (entryId === null) return draft
  const entry = visibleEntry(services, audience, entryId)
  return entry === null ? null : { type: 'own', entry: summarised(services, audience, entry) }
}

function listedClaim(listed: TableRow['listed'], readAt: string | undefined): Claim | null {
  if (listed === null) return null
  const { id: claimId, status, repairEstimate: estimate, deletedAt, updatedAt } = listed
  const says = { status, estimate, isDeleted: deletedAt.type !== 'missing' }
  // Where the list itself went meanwhile, it is as old as what it said.
  return { type: 'listed', claimId, says, asOf: readAt ?? sortTextOf(updatedAt) }
}

/** The claims beside one; none where the list has it no longer. */
export function neighboursOf(rows: readonly TableRow[], key: string): ClaimNeighbours {
  const at = rows.findIndex((row) => hasKey(row, key))
  if (at < 0) return { previous: null, next: null }
  return { previous: rows[at - 1]?.key ?? null, next: rows[at + 1]?.key ?? null }
}
