import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryBody, EntryState } from '#shared/outbox/entry.ts'
import { matchKeyOfBody } from '#main/outbox/match-key.ts'
import { readingOf } from '#main/delivery/claim-list-reading.ts'
import { reconcile, type TriedEntry } from '#main/delivery/reconcile.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import type { Problem } from './problem.ts'
import { listedRows, rowHasReference, rowId, type Thing, type Truth } from './spec-oracle.ts'

const unconfirmed: EntryState = {
  name: 'unconfirmed',
  since: '2026-11-20T09:00:00.000Z',
  cause: 'timeout',
  absentReadings: 0,
  resends: 0,
}
const strangeReference = 'ZZZZ-0000'

/** Reads a list as the engine does, for three unconfirmed entries, and compares the result with the actual rows. */
export function listProblems(
  product: Product,
  claims: readonly ReceivedClaim[],
  genuine: GenuineAnswers,
  truths: readonly Truth[],
): { readonly problems: readonly Problem[]; readonly found: number } {
  const { exact, other, reference, otherReference } = genuine
  const policy = exact.policyNumber
  const wanted: readonly (readonly [TriedEntry, (row: Thing) => boolean])[] = [
    [tried(product, exact, reference, 1), (row) => rowHasReference(row, policy, reference)],
    [tried(product, other, otherReference, 2), (row) => rowHasReference(row, policy, otherReference)],
    [tried(product, exact, strangeReference, 3), (row) => rowHasReference(row, policy, strangeReference)],
  ]
  const entries = wanted.map(([entry]) => entry)
  const result = reconcile(entries, readingOf(product, claims, 0).rows, [])
  const lists = truths.flatMap((truth) => listedRows(truth) ?? [])
  const problems: Problem[] = []
  for (const { entryId, claimId } of result.found) {
    const matches = wanted.find(([entry]) => entry.id === entryId)?.[1]
    if (!lists.some((row) => rowId(row) === claimId && matches?.(row) === true)) {
      problems.push({ property: 'false-received', what: `row ${claimId} is not entry ${entryId}` })
    }
  }
  const rows = result.found.map(({ claimId }) => claimId)
  if (new Set(rows).size !== rows.length)
    problems.push({ property: 'false-received', what: 'one row, two entries' })
  // An entry that a row shows must never be proved absent: it would be sent a second time.
  const plainlyThere = lists.some(
    (row) =>
      row['policy_number'] === policy &&
      typeof row['details_of_incidence'] === 'string' &&
      row['details_of_incidence'].startsWith(`[Ref ${reference}] `),
  )
  if (truths.length === 1 && plainlyThere && result.absent.includes('entry-1')) {
    problems.push({ property: 'false-received', what: 'a listed claim is taken for absent' })
  }
  return { problems, found: result.found.length }
}

function tried(
  product: Product,
  claim: Extract<EntryBody, { kind: 'claim' }>['claim'],
  branchReference: string,
  seq: number,
): TriedEntry {
  return {
    id: `entry-${seq}`,
    seq,
    state: unconfirmed,
    matchKey: matchKeyOfBody({ kind: 'claim', product, claim, branchReference }),
    exact: true,
    baseline: { count: 1, highestId: 1, matchingIds: [] },
  }
}
