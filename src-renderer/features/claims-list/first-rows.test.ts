import { describe, expect, it } from 'vitest'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import {
  headOf,
  newestOf,
  noteOf,
  type ClaimListHead,
} from '#renderer/data/repositories/claims-repository-head.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { mergeRows } from './claim-rows.ts'
import { firstRows } from './first-rows.ts'
import { newestFirst, sortRows } from './row-order.ts'
import { noFilter, type FilteredRows } from './row-search.ts'
import { filterRows } from './testing/filter-rows.ts'

type Lists = Readonly<Partial<Record<Product, readonly ReceivedClaim[]>>>

const at = '2026-03-04T10:00:00.000Z'
const delivered = (claimId: number | null): EntrySummary['state'] => ({
  name: 'delivered',
  at,
  proof: 'list',
  claimId,
  serverMessage: '',
})

function fromHeads(lists: Lists, entries: readonly EntrySummary[]): FilteredRows {
  const heads: Partial<Record<Product, ClaimListHead>> = {}
  for (const product of products) {
    const claims = lists[product]
    if (claims === undefined) continue
    const head = headOf(claims.map(noteOf), newestOf(claims), 'a digest')
    heads[product] = { ...head, fetchedAt: at, count: claims.length, listed: claims.length }
  }
  return firstRows({ heads, entries, bodies: new Map() })
}
function fromLists(lists: Lists, entries: readonly EntrySummary[]): FilteredRows {
  const claims = products.flatMap((product) => lists[product] ?? [])
  const rows = mergeRows({ claims, entries, bodies: new Map() })
  return filterRows(sortRows(rows, newestFirst), noFilter)
}

/** Expects that what is shown before the lists are read does not change afterwards. */
function expectTheSame(lists: Lists, entries: readonly EntrySummary[] = []): FilteredRows {
  const first = fromHeads(lists, entries)
  const whole = fromLists(lists, entries)
  expect(first.rows).toEqual(whole.rows.slice(0, first.rows.length))
  expect(new Map(first.states)).toEqual(new Map(whole.states))
  expect(first.inAnyState).toBe(whole.inAnyState)
  return first
}

/** A made-up claim with some of its fields changed. */
const claimWith = (index: number, change: Partial<ReceivedClaim>): ReceivedClaim[] =>
  madeUpClaims('keke', 500).map((claim, position) => (position === index ? { ...claim, ...change } : claim))

describe('the first rows, before the lists are read', () => {
  it('equal those of the lists, and so do the counts', () => {
    const lists = { keke: madeUpClaims('keke', 500), okada: madeUpClaims('okada', 300) }
    expect(expectTheSame(lists).rows.length).toBeGreaterThan(30)
  })

  it('are complete if the lists are short', () => {
    const lists = { keke: madeUpClaims('keke', 7), okada: madeUpClaims('okada', 60) }
    expect(expectTheSame(lists).rows).toHaveLength(67)
    expect(expectTheSame({ okada: [] }).rows).toHaveLength(0)
  })

  it.each([3, 499])('count an entry and its listed claim once, wherever it is: place %s', (index) => {
    const { id, policyNumber } = madeUpClaims('keke', 500)[index]!
    const claims = claimWith(index, { incidentDetails: 'A bus. [ref 7f3k-92qd]' })
    const entries = [
      anEntry({ id: 'one', state: delivered(id) }),
      anEntry({ id: 'two', state: delivered(id), product: 'okada' }),
    ]
    const byReference = anEntry({ policyNumber, sentReferences: ['7F3K-92QD'] })
    expectTheSame({ keke: claims }, entries)
    expectTheSame({ keke: claims }, [{ ...byReference, state: delivered(null) }])
    expectTheSame({ keke: claims }, [{ ...byReference, policyNumber: 'ANOTHER/1' }])
  })

  it('show an unlisted entry in its place', () => {
    const entries = [anEntry({ acceptedAt: '2025-11-20T09:00:00.000Z' })]
    const first = expectTheSame({ keke: madeUpClaims('keke', 700) }, entries)
    expect(first.rows.some(({ entry }) => entry !== null)).toBe(true)
  })
})
