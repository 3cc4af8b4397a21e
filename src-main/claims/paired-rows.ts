import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import { isAsSent, isAsSentButText, likenessOf, soughtOf } from '../delivery/recognition.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { Slices } from '../platform/slices.ts'

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
    if (slices.isOver(8)) await slices.next()
    for (const [id, row] of pairsOf(rowsOf(policy), ofPolicy)) pairs.set(id, row)
  }
  return pairs
}

export function policyOf({ body }: KeptEntry): PolicyNumber {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}

function pairsOf(
  rows: readonly ReceivedClaim[],
  entries: readonly KeptEntry[],
): ReadonlyMap<string, ReceivedClaim> {
  const pairs = new Map<string, ReceivedClaim>()
  const free = new Set(rows)
  for (const entry of entries) {
    const [own] = rowsThatAre('ours', free, entry)
    if (own === undefined) continue
    pairs.set(entry.id, own)
    free.delete(own)
  }
  const others = entries
    .filter(({ id }) => !pairs.has(id))
    .map((entry) => ({ entry, alike: rowsThatAre('alike', free, entry) }))
  for (const { entry, alike } of others) {
    const [row] = alike
    if (row === undefined || alike.length > 1 || !isWithoutNumber(entry.state)) continue
    if (others.filter((other) => other.alike.includes(row)).length === 1) pairs.set(entry.id, row)
  }
  return pairs
}

/** Whether the insurer has it, and its list was not seen to show it. */
function isWithoutNumber(state: EntryState): boolean {
  return isReceived(state) && 'claimId' in state && state.claimId === null
}

function rowsThatAre(
  kinship: Kinship,
  rows: Iterable<ReceivedClaim>,
  entry: KeptEntry,
): readonly ReceivedClaim[] {
  return [...rows].filter((row) => kinshipOf(row, entry) === kinship).sort((one, other) => one.id - other.id)
}

type Kinship = 'ours' | 'alike' | 'other'

/** Comparing texts takes up to half a millisecond, and neither a row nor what was submitted ever changes. */
const known = new WeakMap<ReceivedClaim, Map<string, Kinship>>()

function kinshipOf(row: ReceivedClaim, entry: KeptEntry): Kinship {
  const ofRow = known.get(row) ?? new Map<string, Kinship>()
  known.set(row, ofRow)
  const kinship = ofRow.get(entry.id) ?? compared(row, entry)
  ofRow.set(entry.id, kinship)
  return kinship
}

function compared(row: ReceivedClaim, entry: KeptEntry): Kinship {
  const { body } = entry
  const sought = soughtOf(entry)
  if (sought === null || body.kind !== 'claim') return 'other'
  const likeness = likenessOf(row, sought)
  if (likeness !== 'candidate') return likeness
  return isAsSent(row, body) || isAsSentButText(row, body.claim) ? 'alike' : 'other'
}
