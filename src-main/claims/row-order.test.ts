import { expect, it } from 'vitest'
import type { ClaimOrder } from '#shared/domain/claim-list.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime } from '#shared/domain/told.ts'
import { sortedRows } from './claim-table.ts'
import { listedRow, type TableRow } from './table-rows.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'

const rowsOf = (...changes: readonly Partial<ReceivedClaim>[]): readonly TableRow[] =>
  changes.map((change, index) => listedRow(madeUpListed({ id: index + 1, ...change })))
const sorted = (
  rows: readonly TableRow[],
  sort: ClaimOrder['sort'],
  descending = false,
): readonly (number | undefined)[] => sortedRows(rows, { sort, descending }).map(({ listed }) => listed?.id)

const rows = rowsOf(
  { repairEstimate: 10, createdAt: knownTime('2026-01-01T00:00:00Z') },
  { repairEstimate: null, createdAt: knownTime('2026-01-02T00:00:00Z') },
  { repairEstimate: 9, createdAt: knownTime('2026-01-03T00:00:00Z') },
  { repairEstimate: 10, createdAt: knownTime('2026-01-04T00:00:00Z') },
)

it('is that of amounts as numbers, missing ones first, and equal ones newest first in both directions', () => {
  expect(sorted(rows, 'amount')).toEqual([2, 3, 4, 1])
  expect(sorted(rows, 'amount', true)).toEqual([4, 1, 3, 2])
})

it('can be reversed, and leaves what it sorts as it is', () => {
  expect(sorted(rows, 'created')).toEqual([1, 2, 3, 4])
  expect(sorted(rows, 'created', true)).toEqual([4, 3, 2, 1])
  expect(rows.map(({ listed }) => listed?.id)).toEqual([1, 2, 3, 4])
})

it('is that of the insurer’s numbers where it tells one second', () => {
  const createdAt = knownTime('2026-01-01T00:00:00Z')
  const ofOneSecond = rowsOf({ createdAt, id: 8 }, { createdAt, id: 10 }, { createdAt, id: 9 })
  expect(sorted(ofOneSecond, 'created')).toEqual([8, 9, 10])
  expect(sorted(ofOneSecond, 'created', true)).toEqual([10, 9, 8])
})

it('is that of the days, unknown ones first', () => {
  const days = rowsOf(
    { occurrenceDate: knownDay('2026-03-02') },
    { occurrenceDate: knownDay('') },
    { occurrenceDate: knownDay('2026-03-01') },
  )
  expect(sorted(days, 'occurrence')).toEqual([2, 3, 1])
})

it('groups the claims of one policy, however its number is written', () => {
  const policies = rowsOf({ policyNumber: 'KKP/2' }, { policyNumber: 'kkp / 1' }, { policyNumber: 'KKP/1' })
  expect(sorted(policies, 'policy')).toEqual([3, 2, 1])
})
