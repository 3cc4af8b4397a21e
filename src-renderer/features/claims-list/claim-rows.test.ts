import { describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { isStillOpen, mergeRows, unlistedIds, type ClaimRow } from './claim-rows.ts'

const delivered = (claimId: number | null): EntryState => ({
  name: 'delivered',
  at: '2026-03-04T10:00:00.000Z',
  proof: 'answer',
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

describe('the merged claims of list and outbox', () => {
  it('show a delivered entry and its listed claim once', () => {
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

  it('do not match a claim of another product with the same id', () => {
    const rows = (claim: Product, entry: Product) =>
      merge([listed({ product: claim, id: 8 })], [anEntry({ product: entry, state: delivered(8) })])
    expect(rows('okada', 'keke')).toHaveLength(2)
    expect(rows('keke', 'okada')).toHaveLength(2)
    expect(rows('okada', 'okada')).toEqual([{ key: 'okada-8', state: 'status:0' }])
  })

  it('match an entry without a claim id by the reference in the details, within its policy', () => {
    const entry = anEntry({ sentReferences: ['7F3K-92QD'], state: delivered(null) })
    const token = '[ref 7f3k-92qd] A bus.'
    expect(merge([listed({ incidentDetails: token, policyNumber: ' made/up/0001 ' })], [entry])).toEqual([
      { key: 'keke-1', state: 'status:0' },
    ])
    expect(merge([listed({ incidentDetails: token, policyNumber: 'MADE/UP/0002' })], [entry])).toHaveLength(2)
  })

  it('match a listed claim to one entry only', () => {
    const entry = anEntry({ sentReferences: ['7F3K-92QD'], state: delivered(null) })
    const twice = [1, 2].map((id) => listed({ id, incidentDetails: '[Ref 7F3K-92QD] A bus.' }))
    const rows = mergeRows({ claims: twice, entries: [entry], bodies: new Map() })
    expect(rows.map(({ entry: bound }) => bound?.id)).toEqual([entry.id, undefined])
  })

  it('match a claim to the entry with its id, whatever reference it shows', () => {
    const entries = [
      anEntry({ id: 'bound', state: delivered(1) }),
      anEntry({ id: 'other', sentReferences: ['7F3K-92QD'], state: delivered(null) }),
    ]
    const claims = [listed({ id: 1, incidentDetails: '[Ref 7F3K-92QD] A bus.' })]
    const rows = mergeRows({ claims, entries, bodies: new Map() })
    expect(rows.map(({ key, entry }) => [key, entry?.id])).toEqual([
      ['keke-1', 'bound'],
      ['entry-other', 'other'],
    ])
  })

  it('mark a delivered entry without a listed claim as not listed yet', () => {
    expect(merge([], [anEntry({ state: delivered(null) })])).toEqual([
      { key: `entry-${anEntry().id}`, state: 'not-listed-yet' },
    ])
  })

  it('show waiting entries by state, without requests and withdrawn claims', () => {
    const at = '2026-03-04T09:00:00.000Z'
    const entries = [
      anEntry(),
      anEntry({ id: 'b', kind: 'pharmacy-request', product: null }),
      anEntry({ id: 'c', state: { name: 'withdrawn', at, to: 'draft' } }),
    ]
    expect(merge([], entries)).toEqual([{ key: `entry-${anEntry().id}`, state: 'entry:queued' }])
  })

  it('show the state of an open entry even if its claim is listed', () => {
    const since = '2026-03-04T09:00:00.000Z'
    const state: EntryState = { name: 'unconfirmed', since, cause: 'reset', absentReadings: 0, resends: 0 }
    const entry = anEntry({ sentReferences: ['7F3K-92QD'], state })
    const [row, ...others] = mergeRows({
      claims: [listed({ incidentDetails: '[Ref 7F3K-92QD] A bus.' })],
      entries: [entry],
      bodies: new Map(),
    })
    expect(others).toEqual([])
    expect(row?.state).toBe('status:0')
    expect(row !== undefined && isStillOpen(row)).toBe(true)
  })

  it('need the bodies of unlisted entries only', () => {
    const rows = mergeRows({
      claims: [listed({ id: 8 })],
      entries: [anEntry({ state: delivered(8) }), anEntry({ id: 'waits' })],
      bodies: new Map(),
    })
    expect(unlistedIds(rows)).toEqual(['waits'])
  })
})
