import type { Claim } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryStateName, EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived, isSettled, isWithdrawn } from '#shared/outbox/predicates.ts'
import type { Slices } from '#renderer/composables/slices.ts'
import { listedClaimsOf } from '#renderer/data/repositories/listed-claims.ts'
import type { ListsOfClaims } from '#renderer/stores/claims.ts'
import { sortInSlices, withMore, type RowOrder } from './row-order.ts'

/** The state of a row, to filter by: the insurer's status value, or the state in the outbox. */
export type RowState = `status:${string}` | 'not-listed-yet' | `entry:${EntryStateName}`

/** One claim on the screen: at the insurer, in the outbox, or in both. */
export interface ClaimRow {
  readonly key: string
  readonly product: Product
  readonly policyNumber: string
  /** `YYYY-MM-DD`, or '' if unknown. */
  readonly occurrenceDate: string
  readonly place: string
  readonly details: string
  /** Naira; null if the insurer's text is not a number. */
  readonly amount: number | null
  /** When the insurer received it, or this computer did (ISO). */
  readonly createdAt: string
  readonly state: RowState
  /** The insurer removed it from its list. */
  readonly isDeleted: boolean
  readonly claim: ReceivedClaim | null
  readonly entry: EntrySummary | null
  /** The submitted claim, for an entry that is not listed. */
  readonly body: Claim | null
}

/** The outbox as rows are made of it. */
export interface OutboxSources {
  /** Pharmacy requests and withdrawn claims are skipped. */
  readonly entries: readonly EntrySummary[]
  readonly bodies: ReadonlyMap<string, Claim>
}

/** What the rows are merged from. */
export interface RowSources extends OutboxSources {
  readonly claims: readonly ReceivedClaim[]
}

/**
 * One row for each claim, whether the insurer lists it, the outbox has it, or both. An entry matches the listed claim
 * with its claim id, else the first unmatched one of its policy with its reference in the details.
 */
export function mergeRows({ claims, ...outbox }: RowSources): ClaimRow[] {
  const ofProduct = (product: Product) => listedClaimsOf(claims.filter((claim) => claim.product === product))
  const { bound, unlisted } = bindEntries({ keke: ofProduct('keke'), okada: ofProduct('okada') }, outbox)
  return [...claims.map((claim) => listedRow(claim, bound.get(claim) ?? null)), ...unlisted]
}

/** The same for sorted rows of whole lists: only what concerns the outbox is made again. */
export function withOutbox(
  { rows, listed, order }: SortedRows,
  outbox: OutboxSources,
): { readonly rows: readonly ClaimRow[]; readonly unlistedIds: readonly string[] } {
  const { bound, unlisted } = bindEntries(listed, outbox)
  const marked =
    bound.size === 0
      ? rows
      : rows.map((row) => {
          const entry = row.claim === null ? undefined : bound.get(row.claim)
          return entry === undefined ? row : { ...row, entry }
        })
  return { rows: withMore(marked, unlisted, order), unlistedIds: unlistedIds(unlisted) }
}

/** Rows of whole lists, without the outbox. */
export interface SortedRows {
  readonly rows: readonly ClaimRow[]
  readonly listed: ListsOfClaims
  readonly order: RowOrder
}

/** Makes and sorts the rows of whole lists in slices. @returns null when they are no longer wanted. */
export async function sortedRowsOf(
  listed: ListsOfClaims,
  order: RowOrder,
  slices: Slices,
): Promise<SortedRows | null> {
  const rows: ClaimRow[] = []
  for (const product of products) {
    for (const claim of listed[product]?.claims ?? []) {
      if (slices.isOver() && !(await slices.next())) return null
      rows.push(listedRow(claim, null))
    }
  }
  const sorted = await sortInSlices(rows, order, slices)
  return sorted === null ? null : { rows: sorted, listed, order }
}

/** The ids of the entries whose bodies are needed: those without a listed claim. */
export function unlistedIds(rows: readonly ClaimRow[]): string[] {
  return rows.flatMap(({ claim, entry }) => (claim === null && entry !== null ? [entry.id] : []))
}

/** Whether an entry is still open although the insurer lists its claim; then both states are shown. */
export function isStillOpen(row: ClaimRow): boolean {
  return row.claim !== null && row.entry !== null && !isSettled(row.entry.state)
}

interface BoundEntries {
  readonly bound: ReadonlyMap<ReceivedClaim, EntrySummary>
  /** Rows of the entries that are not listed. */
  readonly unlisted: readonly ClaimRow[]
}

// Only the entries are looked up, which are few; the lists may have a hundred thousand claims.
function bindEntries(listed: ListsOfClaims, { entries, bodies }: OutboxSources): BoundEntries {
  const captured = entries.filter(({ kind, state }) => kind === 'claim' && !isWithdrawn(state))
  const bound = new Map<ReceivedClaim, EntrySummary>()
  const unbound: EntrySummary[] = []
  for (const entry of captured) {
    const claim = claimWithId(listed, entry)
    if (claim === undefined) unbound.push(entry)
    else bound.set(claim, entry)
  }
  const unlisted: ClaimRow[] = []
  for (const entry of unbound) {
    const claim = claimsWithReference(listed, entry).find((one) => !bound.has(one))
    if (claim !== undefined) bound.set(claim, entry)
    else if (entry.product !== null)
      unlisted.push(entryRow(entry, entry.product, bodies.get(entry.id) ?? null))
  }
  return { bound, unlisted }
}

function claimWithId(listed: ListsOfClaims, { product, state }: EntrySummary): ReceivedClaim | undefined {
  const claimId = isReceived(state) && 'claimId' in state ? state.claimId : null
  return product === null || claimId === null ? undefined : listed[product]?.withId(claimId)
}

function claimsWithReference(
  listed: ListsOfClaims,
  { product, sentReferences, policyNumber }: EntrySummary,
): readonly ReceivedClaim[] {
  const sent = sentReferences.at(-1)
  if (product === null || sent === undefined) return []
  const claims = listed[product]?.withReference(sent) ?? []
  return claims.filter((claim) => isSamePolicy(policyNumber, claim.policyNumber))
}

function listedRow(claim: ReceivedClaim, entry: EntrySummary | null): ClaimRow {
  return {
    key: `${claim.product}-${claim.id}`,
    product: claim.product,
    policyNumber: claim.policyNumber,
    occurrenceDate: claim.occurrenceDate,
    place: claim.occurrenceAddress,
    details: claim.incidentDetails,
    amount: claim.repairEstimate,
    createdAt: claim.createdAt,
    state: `status:${claim.status}`,
    isDeleted: claim.deletedAt !== null,
    claim,
    entry,
    body: null,
  }
}

function entryRow(entry: EntrySummary, product: Product, body: Claim | null): ClaimRow {
  return {
    key: `entry-${entry.id}`,
    product,
    policyNumber: entry.policyNumber,
    occurrenceDate: body?.occurrenceDate ?? '',
    place: body?.occurrenceAddress ?? '',
    details: body?.incidentDetails ?? '',
    amount: entry.amount,
    createdAt: entry.acceptedAt,
    state: isReceived(entry.state) ? 'not-listed-yet' : `entry:${entry.state.name}`,
    isDeleted: false,
    claim: null,
    entry,
    body,
  }
}
