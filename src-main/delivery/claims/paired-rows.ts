import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriesReference } from '#shared/domain/reference.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import { isAsSent, isAsSentButText, likenessOf, soughtOf } from '#main/delivery/recognition.ts'
import { policyOf, type KeptEntry } from '#main/outbox/entry-codec.ts'
import { Slices } from '#main/platform/slices.ts'

/**
 * Which of the insurer's rows are entries of ours, of those that none was bound to: the lowest number with its reference;
 * of one that was received without a number, else the row without any that has its day and text, or everything but its
 * text, unless another row or entry may be meant too. Nothing that was taken out is one.
 *
 * @param rowsOf the rows of a policy that were bound to none
 * @returns the rows by the ids of entries
 */
export async function pairedRows(
  rowsOf: (policy: PolicyNumber) => readonly ReceivedClaim[],
  entries: readonly KeptEntry[],
): Promise<ReadonlyMap<string, ReceivedClaim>> {
  const slices = new Slices()
  const pairs = new Map<string, ReceivedClaim>()
  const there = entries.filter(({ state }) => !isWithdrawn(state))
  for (const [policy, ofPolicy] of Map.groupBy(there, policyOf)) {
    const free = new Set(rowsOf(policy).toSorted((one, other) => one.id - other.id))
    for (const entry of ofPolicy) {
      const [own] = await firstOf(1, free, (row) => isOurs(row, entry), slices)
      if (own === undefined) continue
      pairs.set(entry.id, own)
      free.delete(own)
    }
    const others = ofPolicy.filter(({ id }) => !pairs.has(id))
    for (const entry of others.filter(({ state }) => isWithoutNumber(state))) {
      const [row, ...more] = await firstOf(2, free, (any) => isAlike(any, entry), slices)
      const isMeant = row !== undefined && more.length === 0
      if (isMeant && !others.some((other) => other !== entry && isAlike(row, other))) pairs.set(entry.id, row)
    }
  }
  return pairs
}

async function firstOf(
  most: number,
  rows: Iterable<ReceivedClaim>,
  isWanted: (row: ReceivedClaim) => boolean,
  slices: Slices,
): Promise<readonly ReceivedClaim[]> {
  const found: ReceivedClaim[] = []
  for (const row of rows) {
    if (found.length === most) break
    if (slices.isOver(32)) await slices.next()
    if (isWanted(row)) found.push(row)
  }
  return found
}

/** Whether the insurer has it, and its list was not seen to show it. */
function isWithoutNumber(state: EntryState): boolean {
  return isReceived(state) && 'claimId' in state && state.claimId === null
}

const isOurs = rememberedFor(
  ({ product, incidentDetails }, { body }) =>
    body.kind === 'claim' &&
    body.product === product &&
    carriesReference(incidentDetails, body.branchReference),
)

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
