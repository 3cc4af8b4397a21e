import { expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownTime, notThere } from '#shared/domain/told.ts'
import { NewestClaims } from './newest-claims.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'

const plenty = 1_000_000_000

/** What is kept of a list that comes in batches. */
function kept(
  claims: readonly ReceivedClaim[],
  most: { readonly claims?: number; readonly letters?: number },
): NewestClaims {
  const newest = new NewestClaims({ claims: plenty, letters: plenty, ...most })
  for (let from = 0; from < claims.length; from += 250) newest.add(claims.slice(from, from + 250))
  return newest
}
const idsOf = (claims: readonly ReceivedClaim[]): readonly number[] => claims.map(({ id }) => id)

const shuffled = (claims: readonly ReceivedClaim[]): readonly ReceivedClaim[] =>
  claims.toSorted((one, other) => ((one.id * 7919) % 4001) - ((other.id * 7919) % 4001))
const orders = [
  ['oldest first', (claims: readonly ReceivedClaim[]) => claims],
  ['newest first', (claims: readonly ReceivedClaim[]) => claims.toReversed()],
  ['in no order', shuffled],
] as const

it('are all of them, up to the bound', () => {
  const claims = madeUpClaims('keke', 1100)
  const newest = kept(claims, { claims: 1100 })
  expect(newest.all()).toEqual(claims)
  expect(newest.listed).toBe(1100)
})

it.each(orders)('are bounded in number, in the order of a list that comes %s', (_order, inOrder) => {
  const all = inOrder(madeUpClaims('keke', 4000))
  const newest = kept(all, { claims: 1100 })
  expect(idsOf(newest.all())).toEqual(idsOf(all.filter(({ id }) => id > 4000 - 1100)))
  expect(newest.listed).toBe(4000)
})

it.each(orders)('are bounded in letters, in the order of a list that comes %s', (_order, inOrder) => {
  const claims = madeUpClaims('keke', 999).map((claim) => ({ ...claim, incidentDetails: 'a'.repeat(5000) }))
  const all = inOrder(claims)
  const ids = idsOf(kept(all, { letters: 1_000_000 }).all())
  // The other texts of a claim have fewer than 500 letters together, and are counted.
  expect(ids.length).toBeGreaterThan(1_000_000 / 5500)
  expect(ids.length).toBeLessThan(1_000_000 / 5000)
  expect(ids).toEqual(idsOf(all.filter(({ id }) => id > 999 - ids.length)))
})

it('are those that came first, where all were entered at once', () => {
  const claims = madeUpClaims('keke', 2600).map((claim) => ({
    ...claim,
    createdAt: knownTime('2026-03-01T08:00:00Z'),
  }))
  expect(kept(claims, { claims: 1000 }).all()).toEqual(claims.slice(0, 1000))
})

it.each([notThere, { type: 'not-understood', text: 'yesterday' } as const])(
  'are also those of unknown time, which may be the newest, by their numbers: %j',
  (createdAt) => {
    const claims = [1, 2, 3, 4, 5].map((id) => madeUpListed({ id, ...(id % 2 === 1 && { createdAt }) }))
    expect(idsOf(kept(claims, { claims: 2 }).all())).toEqual([3, 5])
    expect(idsOf(kept(claims, { claims: 4 }).all())).toEqual([1, 3, 4, 5])
  },
)
