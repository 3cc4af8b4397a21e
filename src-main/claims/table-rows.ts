import type { ClaimGroup } from '#shared/domain/claim-list.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriesReference, sentReferencesOf } from '#shared/domain/reference.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** A row as it is searched and sorted: a claim at the insurer, in the outbox, or in both. */
export interface TableRow {
  /** Of the claim at the insurer; else of the entry. */
  readonly key: string
  readonly product: Product
  readonly policy: PolicyNumber
  readonly occurrenceDate: string
  /** Naira; null if the insurer's text is not a number. */
  readonly amount: number | null
  /** When the insurer received it, or this computer did (ISO). */
  readonly createdAt: string
  readonly group: ClaimGroup
  /** As it is listed; else as it was submitted. */
  readonly content: ReceivedClaim | ClaimContent
  readonly claim: ReceivedClaim | null
  /** The entry of ours that it is; null for one that is not ours, or that this officer may not see. */
  readonly entryId: string | null
}

/** A claim of the insurer's list, before anything is known of the outbox. */
export function listedRow(claim: ReceivedClaim): TableRow {
  return {
    key: claimKey(claim.product, claim.id),
    product: claim.product,
    policy: policyNumberOf(claim.policyNumber),
    occurrenceDate: claim.occurrenceDate,
    amount: claim.repairEstimate,
    createdAt: claim.createdAt,
    group: `status:${claim.status}`,
    content: claim,
    claim,
    entryId: null,
  }
}

/** A claim of the outbox that is not listed. */
function entryRow(entry: KeptEntry, product: Product, claim: ClaimContent): TableRow {
  return {
    key: `entry-${entry.id}`,
    product,
    policy: policyNumberOf(claim.policyNumber),
    occurrenceDate: claim.occurrenceDate,
    amount: claim.repairEstimate,
    createdAt: entry.acceptedAt,
    group: isReceived(entry.state) ? 'not-listed-yet' : `entry:${entry.state.name}`,
    content: claim,
    claim: null,
    entryId: entry.id,
  }
}

/** The outbox's side of the list. */
export interface OwnClaims {
  /** The entries that a row of the insurer's was bound to, by the key of that row. */
  readonly bound: ReadonlyMap<string, string>
  /** The others, opened: pharmacy requests and claims that were taken back are not among them. */
  readonly unbound: readonly KeptEntry[]
}

export const claimKey = (product: Product, claimId: number): string => `${product}-${claimId}`

/**
 * One row for each claim, whether the insurer lists it, the outbox has it, or both. An entry is the listed claim that was
 * bound to it, else the first free one of its policy with its reference in the details.
 */
export function mergedRows(listed: readonly TableRow[], { bound, unbound }: OwnClaims): TableRow[] {
  const ids = new Map(bound)
  const rest: TableRow[] = []
  const wanted = unbound.map((entry) => ({ entry, policy: policyOf(entry) }))
  const policies = new Set(wanted.map(({ policy }) => policy))
  const near = Map.groupBy(
    policies.size === 0 ? [] : listed.filter(({ policy }) => policies.has(policy)),
    ({ policy }) => policy,
  )
  for (const { entry, policy } of wanted) {
    const { body } = entry
    if (body.kind !== 'claim') continue
    const reference = sentReferencesOf(body).at(-1) ?? ''
    const own = (near.get(policy) ?? []).find(
      ({ key, product, content }) =>
        product === body.product && !ids.has(key) && carriesReference(content.incidentDetails, reference),
    )
    if (own === undefined) rest.push(entryRow(entry, body.product, body.claim))
    else ids.set(own.key, entry.id)
  }
  if (ids.size === 0) return [...listed, ...rest]
  const marked = listed.map((row) => {
    const entryId = ids.get(row.key)
    return entryId === undefined ? row : { ...row, entryId }
  })
  return [...marked, ...rest]
}

function policyOf({ body }: KeptEntry): PolicyNumber {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
