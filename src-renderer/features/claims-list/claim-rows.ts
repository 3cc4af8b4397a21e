import type { Claim } from '#shared/domain/claim.ts'
import { carriedReferences, detailsWithReference } from '#shared/domain/reference.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryStateName, EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived, isSettled, isWithdrawn } from '#shared/outbox/predicates.ts'

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

/** What the rows are merged from. */
export interface RowSources {
  readonly claims: readonly ReceivedClaim[]
  /** The outbox; pharmacy requests and withdrawn claims are skipped. */
  readonly entries: readonly EntrySummary[]
  readonly bodies: ReadonlyMap<string, Claim>
}

/**
 * One row for each claim, whether the insurer lists it, the outbox has it, or both. An entry matches the listed claim
 * with its claim id, else the first unmatched one of its policy with its reference in the details.
 */
export function mergeRows({ claims, entries, bodies }: RowSources): ClaimRow[] {
  const captured = entries.filter(({ kind, state }) => kind === 'claim' && !isWithdrawn(state))
  const bound = bind(claims, captured)
  const rows = claims.map((claim) => listedRow(claim, bound.get(claim) ?? null))
  const listed = new Set([...bound.values()].map(({ id }) => id))
  for (const entry of captured) {
    if (entry.product !== null && !listed.has(entry.id)) {
      rows.push(entryRow(entry, entry.product, bodies.get(entry.id) ?? null))
    }
  }
  return rows
}

/** The ids of the entries whose bodies are needed: those without a listed claim. */
export function unlistedIds(rows: readonly ClaimRow[]): string[] {
  return rows.flatMap(({ claim, entry }) => (claim === null && entry !== null ? [entry.id] : []))
}

/** Whether an entry is still open although the insurer lists its claim; then both states are shown. */
export function isStillOpen(row: ClaimRow): boolean {
  return row.claim !== null && row.entry !== null && !isSettled(row.entry.state)
}

function bind(
  claims: readonly ReceivedClaim[],
  entries: readonly EntrySummary[],
): ReadonlyMap<ReceivedClaim, EntrySummary> {
  const bound = new Map<ReceivedClaim, EntrySummary>()
  if (entries.length === 0) return bound
  const byId = new Map(claims.map((claim) => [`${claim.product} ${claim.id}`, claim]))
  const unbound: EntrySummary[] = []
  for (const entry of entries) {
    const claimId = isReceived(entry.state) && 'claimId' in entry.state ? entry.state.claimId : null
    const claim = byId.get(`${entry.product ?? ''} ${claimId ?? ''}`)
    if (claim === undefined) unbound.push(entry)
    else bound.set(claim, entry)
  }
  bindByReference(claims, unbound, bound)
  return bound
}

function bindByReference(
  claims: readonly ReceivedClaim[],
  entries: readonly EntrySummary[],
  bound: Map<ReceivedClaim, EntrySummary>,
): void {
  const wanted = new Map<string, EntrySummary>()
  for (const entry of entries) {
    if (entry.branchReference !== null) wanted.set(entry.branchReference, entry)
  }
  if (wanted.size === 0) return
  for (const claim of claims) {
    for (const reference of carriedReferences(claim.incidentDetails)) {
      const entry = wanted.get(reference)
      if (entry === undefined || bound.has(claim) || entry.product !== claim.product) continue
      if (!isSamePolicy(entry.policyNumber, claim.policyNumber)) continue
      bound.set(claim, entry)
      wanted.delete(reference)
    }
  }
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
    details: body === null ? '' : detailsWithReference(body.incidentDetails, entry.branchReference ?? ''),
    amount: entry.amount,
    createdAt: entry.acceptedAt,
    state: isReceived(entry.state) ? 'not-listed-yet' : `entry:${entry.state.name}`,
    isDeleted: false,
    claim: null,
    entry,
    body,
  }
}
