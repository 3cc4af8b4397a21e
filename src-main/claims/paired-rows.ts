import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriedReferences, hasReferenceAsSent } from '#shared/domain/reference.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import { isAsSent, isAsSentButText, likenessOf, soughtOf } from '#main/delivery/recognition.ts'
import { policyOf, type KeptEntry } from '#main/outbox/entry-codec.ts'
import { Slices } from '#main/platform/slices.ts'

/** The insurer's rows by the ids of the entries that they are paired with. */
export type Pairs = ReadonlyMap<string, ReceivedClaim>

/** So many rows of a policy are compared by their texts, the newest. */
const mostCompared = 20

/**
 * Which of the insurer's rows are entries of ours, of those that none was bound to: the lowest number with its reference;
 * of one that was received without a number, else the row without any that has its day and text, or everything but its
 * text, unless another row or entry may be meant too, as one that was not compared may. Nothing that was taken out is one.
 *
 * @param rowsOf the rows of a policy that were bound to none
 * @param isOver whether nobody wants to know it any more
 */
export async function pairedRows(
  rowsOf: (policy: PolicyNumber) => readonly ReceivedClaim[],
  entries: readonly KeptEntry[],
  isOver = (): boolean => false,
): Promise<Pairs> {
  const slices = new Slices()
  const pairs = new Map<string, ReceivedClaim>()
  const there = entries.filter(({ state }) => !isWithdrawn(state))
  for (const [policy, ofPolicy] of Map.groupBy(there, policyOf)) {
    if (isOver()) break
    const rows = rowsOf(policy).toSorted((one, other) => one.id - other.id)
    const unread = rows.filter(({ incidentDetails }) => !hasReferenceAsSent(incidentDetails))
    const unknown = new Set(unread.slice(0, -mostCompared))
    const free = new Set(rows.filter((row) => !unknown.has(row)))
    for (const entry of ofPolicy) {
      const [own] = await firstOf(1, free, (row) => isOurs(row, entry), slices)
      if (own === undefined) continue
      pairs.set(entry.id, own)
      free.delete(own)
    }
    if (unknown.size > 0) continue
    const left = unread.filter((row) => free.has(row))
    const others = ofPolicy.filter(({ id }) => !pairs.has(id))
    for (const entry of others.filter(({ state }) => isWithoutNumber(state))) {
      const [row, ...more] = await firstOf(2, left, (any) => isAlike(any, entry), slices)
      if (row === undefined || more.length > 0) continue
      const rivals = others.filter((other) => other !== entry)
      const meant = await firstOf(1, rivals, (other) => isAlike(row, other), slices)
      if (meant.length === 0) pairs.set(entry.id, row)
    }
  }
  return pairs
}

async function firstOf<T>(
  most: number,
  all: Iterable<T>,
  isWanted: (one: T) => boolean,
  slices: Slices,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const one of all) {
    if (found.length === most) break
    if (slices.isOver(32)) await slices.next()
    if (isWanted(one)) found.push(one)
  }
  return found
}

/** Whether the insurer has it, and its list was not seen to show it. */
function isWithoutNumber(state: EntryState): boolean {
  return isReceived(state) && 'claimId' in state && state.claimId === null
}

function isOurs(row: ReceivedClaim, { body }: KeptEntry): boolean {
  if (body.kind !== 'claim' || body.product !== row.product) return false
  const references = carriedBy.get(row) ?? carriedReferences(row.incidentDetails)
  carriedBy.set(row, references)
  return references.includes(body.branchReference.toUpperCase())
}

const carriedBy = new WeakMap<ReceivedClaim, readonly string[]>()

const isAlike = rememberedFor((row, entry) => {
  const sought = soughtOf(entry)
  if (sought === null || entry.body.kind !== 'claim' || likenessOf(row, sought) !== 'candidate') return false
  return isAsSent(row, entry.body) || isAsSentButText(row, entry.body.claim)
})

type Comparison = (row: ReceivedClaim, entry: KeptEntry) => boolean

/** Comparing texts takes up to half a millisecond, and neither a row nor what was submitted ever changes. */
function rememberedFor(compare: Comparison): Comparison {
  const known = new WeakMap<ReceivedClaim, Map<string, boolean>>()
  return (row, entry) => {
    const ofRow = known.get(row) ?? new Map<string, boolean>()
    known.set(row, ofRow)
    const is = ofRow.get(entry.id) ?? compare(row, entry)
    ofRow.set(entry.id, is)
    return is
  }
}
