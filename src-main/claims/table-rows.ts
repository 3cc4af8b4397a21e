import type { ClaimGroup, DraftClaim } from '#shared/claim/claim.ts'
import { groupOfDraft } from '#shared/claim/claim.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { draftAmount, type DraftFields } from '#shared/domain/draft.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, type ToldDay, type ToldTime } from '#shared/domain/told.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import { policyOf, type KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Pairs } from './paired-rows.ts'

/** A row as it is searched and sorted: a draft, a claim of the outbox, one of the insurer's, or both of these. */
export interface TableRow {
  /** Of ours the id of its draft or entry; else of the claim at the insurer. */
  readonly key: string
  readonly product: Product
  readonly policy: PolicyNumber
  readonly occurrenceDate: ToldDay
  /** Naira; null if the text is not a number. */
  readonly amount: number | null
  /** When ours was submitted or last written, another's received. */
  readonly createdAt: ToldTime
  /** Null for one that was taken out. */
  readonly group: ClaimGroup | null
  /** What the insurer says of it; null where it said nothing. */
  readonly status: string | null
  /** As it is listed; else as it was submitted, or typed. */
  readonly content: ReceivedClaim | ClaimContent | DraftFields
  /** As the kept list has it; null for one that it does not have. */
  readonly listed: ReceivedClaim | null
  /** Null for one that was submitted. */
  readonly draft: DraftClaim | null
  /** The entry of ours that it is; null for one that is not ours, or that this officer may not see. */
  readonly entryId: string | null
  /** Whose draft or entry it is; null where there were no officers, and for the office's drafts. */
  readonly officerId: string | null
}

/** Defaults for fields that a row lacks. */
const none = { status: null, listed: null, draft: null, entryId: null, officerId: null }

/** A claim of the insurer's list, before anything is known of the outbox. */
export function listedRow(claim: ReceivedClaim): TableRow {
  return {
    ...none,
    key: claimKey(claim.product, claim.id),
    product: claim.product,
    policy: policyNumberOf(claim.policyNumber),
    occurrenceDate: claim.occurrenceDate,
    amount: claim.repairEstimate,
    createdAt: claim.createdAt,
    group: 'received',
    status: claim.status,
    content: claim,
    listed: claim,
  }
}

/** A draft, as the officer who is signed in sees it. */
export function draftRow(draft: DraftClaim, officerId: string | null): TableRow {
  const { id, product, fields, updatedAt } = draft.draft
  return {
    ...none,
    key: id,
    product,
    policy: policyNumberOf(fields.policyNumber),
    occurrenceDate: knownDay(parseDay(fields.occurrenceDate) ?? ''),
    amount: draftAmount(fields),
    createdAt: knownTime(updatedAt),
    group: groupOfDraft(draft),
    content: fields,
    draft,
    officerId,
  }
}

/** A claim of the outbox that is not listed. */
function entryRow(entry: KeptEntry, product: Product, claim: ClaimContent, side: OwnSide): TableRow {
  return {
    ...none,
    key: entry.id,
    product,
    policy: policyNumberOf(claim.policyNumber),
    occurrenceDate: knownDay(claim.occurrenceDate),
    amount: claim.repairEstimate,
    content: claim,
    ...side,
  }
}

/** What only our side knows of a claim of the outbox. */
export interface OwnSide {
  readonly entryId: string
  readonly officerId: string | null
  /** When it was submitted: the insurer's clock, and when it got there, give its own row another time. */
  readonly createdAt: ToldTime
  readonly group: ClaimGroup | null
  /** The status that the insurer was last seen to give it; null where only a list can tell. */
  readonly status: string | null
}

/** Our side of the list. */
export interface OwnClaims {
  /** The entries that a row of the insurer's was bound to, by the key of that row; null for one that is hidden. */
  readonly bound: ReadonlyMap<string, OwnSide | null>
  /** The other claims of the outbox, opened; without a side where the officer may not see it. */
  readonly unbound: readonly { readonly entry: KeptEntry; readonly side: OwnSide | null }[]
  readonly drafts: readonly TableRow[]
}

export const claimKey = (product: Product, claimId: number): string => `${product}-${claimId}`

/** Whether a row has this key, or had it before it was known to be ours. */
export function hasKey({ key, listed }: TableRow, wanted: string): boolean {
  return key === wanted || (listed !== null && claimKey(listed.product, listed.id) === wanted)
}

/** The insurer's rows that may be one of our entries: those of a policy, without those that were bound to one. */
export function rowsToPair(
  listed: readonly TableRow[],
  { bound, unbound }: Pick<OwnClaims, 'bound' | 'unbound'>,
): (policy: PolicyNumber) => readonly ReceivedClaim[] {
  const policies = new Set(unbound.map(({ entry }) => policyOf(entry)))
  const near = Map.groupBy(
    policies.size === 0 ? [] : listed.filter(({ key, policy }) => policies.has(policy) && !bound.has(key)),
    ({ policy }) => policy,
  )
  return (policy) => (near.get(policy) ?? []).flatMap(({ listed: row }) => row ?? [])
}

/**
 * One row for each claim, whether the insurer lists it, we have it, or both. An entry is the listed claim that was bound
 * to it, else the one that it is paired with, as far as that is known.
 */
export function mergedRows(
  listed: readonly TableRow[],
  { bound, unbound, drafts }: OwnClaims,
  pairs: Pairs,
): readonly TableRow[] {
  const sides = new Map(bound)
  const rest: TableRow[] = []
  for (const { entry, side } of unbound) {
    const { id, body } = entry
    const row = pairs.get(id)
    const key = row === undefined ? '' : claimKey(row.product, row.id)
    if (row !== undefined && !sides.has(key)) sides.set(key, side)
    else if (side !== null && body.kind === 'claim')
      rest.push(entryRow(entry, body.product, body.claim, side))
  }
  if (sides.size === 0) return [...listed, ...rest, ...drafts]
  const marked = listed.map((row) => {
    const side = sides.get(row.key)
    if (side === undefined || side === null) return row
    return { ...row, ...side, key: side.entryId, status: side.status ?? row.status }
  })
  return [...marked, ...rest, ...drafts]
}
