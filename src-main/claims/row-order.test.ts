import { describe, expect, it } from 'vitest'
import type { ClaimOrder } from '#shared/domain/claim-list.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { Slices } from '../platform/slices.ts'
import { sortedRows } from './row-order.ts'
import { listedRow, type TableRow } from './table-rows.ts'
import { madeUpListed } from './testing/made-up-claims.ts'

const rowsOf = (...changes: readonly Partial<ReceivedClaim>[]): readonly TableRow[] =>
  changes.map((change, index) => listedRow(madeUpListed({ id: index + 1, ...change })))
const sorted = async (
  rows: readonly TableRow[],
  sort: ClaimOrder['sort'],
  descending = false,
): Promise<readonly (number | undefined)[]> =>
  (await sortedRows(rows, { sort, descending }, new Slices())).map(({ listed }) => listed?.id)

describe('the order of the claims', () => {
  const rows = rowsOf(
    { repairEstimate: 10, createdAt: '2026-01-01T00:00:00Z' },
    { repairEstimate: null, createdAt: '2026-01-02T00:00:00Z' },
    { repairEstimate: 9, createdAt: '2026-01-03T00:00:00Z' },
    { repairEstimate: 10, createdAt: '2026-01-04T00:00:00Z' },
  )

  it('is that of amounts as numbers, missing ones first, and equal ones newest first in both directions', async () => {
    expect(await sorted(rows, 'amount')).toEqual([2, 3, 4, 1])
    expect(await sorted(rows, 'amount', true)).toEqual([4, 1, 3, 2])
  })

  it('can be reversed, and leaves what it sorts as it is', async () => {
    expect(await sorted(rows, 'created')).toEqual([1, 2, 3, 4])
    expect(await sorted(rows, 'created', true)).toEqual([4, 3, 2, 1])
    expect(rows.map(({ listed }) => listed?.id)).toEqual([1, 2, 3, 4])
  })

  it('is that of the days, unknown ones first', async () => {
    const days = rowsOf(
      { occurrenceDate: '2026-03-02' },
      { occurrenceDate: '' },
      { occurrenceDate: '2026-03-01' },
    )
    expect(await sorted(days, 'occurrence')).toEqual([2, 3, 1])
  })

  it('groups the claims of one policy, however its number is written', async () => {
    const policies = rowsOf({ policyNumber: 'KKP/2' }, { policyNumber: 'kkp / 1' }, { policyNumber: 'KKP/1' })
    expect(await sorted(policies, 'policy')).toEqual([3, 2, 1])
  })

  it.each([499, 500, 501, 1000, 2750])('is the same for %i rows as if sorted at once', async (count) => {
    const many = rowsOf(
      ...Array.from({ length: count }, (_, index) => ({
        repairEstimate: (index * 7919) % 97,
        // Many are equal in this too: they keep their order.
        createdAt: new Date(Date.UTC(2026, 0, 1 + ((index * 31) % 40))).toISOString(),
      })),
    )
    for (const descending of [false, true]) {
      const at = (row: TableRow): number => (descending ? -1 : 1) * (row.amount ?? -1)
      const expected = many.toSorted(
        (one, other) =>
          at(one) - at(other) ||
          (one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1),
      )
      expect(await sorted(many, 'amount', descending)).toEqual(expected.map(({ listed }) => listed?.id))
    }
  })

  it('of nothing is nothing', async () => {
    expect(await sorted([], 'created')).toEqual([])
  })
})
