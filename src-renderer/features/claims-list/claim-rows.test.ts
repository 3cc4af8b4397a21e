import { describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-desk.ts'
import { isStillOpen, mergeRows, unlistedIds, type ClaimRow } from './claim-rows.ts'

const delivered = (claimId: number | null): EntryState => ({
  name: 'delivered',
  at: '2026-03-04T10:00:00.000Z',
  evidence: 'answer',
  claimId,
  serverMessage: '',
})
const listed = (change: Partial<ReceivedClaim> = {}): ReceivedClaim => ({
  ...madeUpClaims('keke', 1)[0]!,
  policyNumber: 'MADE/UP/0001',
  ...change,
})
const merge = (
  claims: readonly ReceivedClaim[],
  entries: readonly EntrySummary[],
): readonly Pick<ClaimRow, 'key' | 'state'>[] =>
  mergeRows({ claims, entries, bodies: new Map() }).map(({ key, state }) => ({ key, state }))

describe('the claims of list and outbox as one', () => {
  it('shows a delivered entry and the listed claim it was bound to once', () => {
    const rows = mergeRows({
      claims: [listed({ id: 7 }), listed({ id: 8 })],
      entries: [anEntry({ state: delivered(8) })],
      bodies: new Map(),
    })
    expect(rows.map(({ key, entry }) => [key, entry?.id])).toEqual([
      ['keke-7', undefined],
      ['keke-8', anEntry().id],
    ])
  })

  it('does not take another product’s claim of the same id for it', () => {
    const rows = (claim: Product, entry: Product) =>
      merge([listed({ product: claim, id: 8 })], [anEntry({ product: entry, state: delivered(8) })])
    expect(rows('okada', 'keke')).toHaveLength(2)
    expect(rows('keke', 'okada')).toHaveLength(2)
    expect(rows('okada', 'okada')).toEqual([{ key: 'okada-8', state: 'status:0' }])
  })

  it('binds an entry without a claim id by its reference in the details, of its own policy', () => {
    const entry = anEntry({ branchReference: '7F3K-92QD', state: delivered(null) })
    const token = 'A bus. [ref 7f3k-92qd]'
    expect(merge([listed({ incidentDetails: token, policyNumber: ' made/up/0001 ' })], [entry])).toEqual([
      { key: 'keke-1', state: 'status:0' },
    ])
    expect(merge([listed({ incidentDetails: token, policyNumber: 'MADE/UP/0002' })], [entry])).toHaveLength(2)
  })

  it('gives one listed claim to one entry only', () => {
    const entry = anEntry({ branchReference: '7F3K-92QD', state: delivered(null) })
    const twice = [1, 2].map((id) => listed({ id, incidentDetails: 'A bus. [Ref 7F3K-92QD]' }))
    const rows = mergeRows({ claims: twice, entries: [entry], bodies: new Map() })
    expect(rows.map(({ entry: bound }) => bound?.id)).toEqual([entry.id, undefined])
  })

  it('leaves a claim to the entry it was bound to, whatever reference it shows', () => {
    const entries = [
      anEntry({ id: 'bound', state: delivered(1) }),
      anEntry({ id: 'other', branchReference: '7F3K-92QD', state: delivered(null) }),
    ]
    const claims = [listed({ id: 1, incidentDetails: 'A bus. [Ref 7F3K-92QD]' })]
    const rows = mergeRows({ claims, entries, bodies: new Map() })
    expect(rows.map(({ key, entry }) => [key, entry?.id])).toEqual([
      ['keke-1', 'bound'],
      ['entry-other', 'other'],
    ])
  })

  it('says of a delivered entry that no list shows that it is not listed yet', () => {
    expect(merge([], [anEntry({ state: delivered(null) })])).toEqual([
      { key: `entry-${anEntry().id}`, state: 'not-listed-yet' },
    ])
  })

  it('shows what waits by its state, and leaves out requests and what was taken back', () => {
    const at = '2026-03-04T09:00:00.000Z'
    const entries = [
      anEntry(),
      anEntry({ id: 'b', kind: 'pharmacy-request', product: null }),
      anEntry({ id: 'c', state: { name: 'withdrawn', at, to: 'draft' } }),
    ]
    expect(merge([], entries)).toEqual([{ key: `entry-${anEntry().id}`, state: 'entry:queued' }])
  })

  it('keeps the state of an entry in sight that is still open though its claim is listed', () => {
    const since = '2026-03-04T09:00:00.000Z'
    const state: EntryState = { name: 'unconfirmed', since, cause: 'reset', absentReadings: 0, resends: 0 }
    const entry = anEntry({ branchReference: '7F3K-92QD', state })
    const [row, ...others] = mergeRows({
      claims: [listed({ incidentDetails: 'A bus. [Ref 7F3K-92QD]' })],
      entries: [entry],
      bodies: new Map(),
    })
    expect(others).toEqual([])
    expect(row?.state).toBe('status:0')
    expect(row !== undefined && isStillOpen(row)).toBe(true)
  })

  it('asks for the contents of those entries alone that no list shows', () => {
    const rows = mergeRows({
      claims: [listed({ id: 8 })],
      entries: [anEntry({ state: delivered(8) }), anEntry({ id: 'waits' })],
      bodies: new Map(),
    })
    expect(unlistedIds(rows)).toEqual(['waits'])
  })
})
