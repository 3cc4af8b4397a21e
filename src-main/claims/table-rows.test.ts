import { describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { madeUpEntry } from './testing/made-up-entry.ts'
import { madeUpListed } from './testing/made-up-claims.ts'
import { claimKey, listedRow, mergedRows, type TableRow } from './table-rows.ts'

const delivered: EntryState = {
  name: 'delivered',
  at: '2026-03-04T10:00:00.000Z',
  proof: 'answer',
  claimId: null,
  serverMessage: '',
}
const policyNumber = 'KKP/2026/LA/000001'
const listed = (changes: Parameters<typeof madeUpListed>[0] = {}): TableRow =>
  listedRow(madeUpListed({ policyNumber, ...changes }))
const merged = (
  rows: readonly TableRow[],
  unbound: readonly KeptEntry[],
  bound: readonly (readonly [string, string])[] = [],
): readonly (readonly [number | null, string | null, string])[] =>
  mergedRows(rows, { unbound, bound: new Map(bound) }).map(
    ({ claim, entryId, group }) => [claim?.id ?? null, entryId, group] as const,
  )
const token = '[Ref 7F3K-92QD] A bus.'

describe('the merged claims of list and outbox', () => {
  it('show a listed claim as it came, by its policy in normal form', () => {
    const claim = madeUpListed({ policyNumber: 'kkp / 1', repairEstimate: null, status: '2' })
    expect(listedRow(claim)).toEqual({
      key: claimKey('keke', claim.id),
      product: 'keke',
      policy: 'KKP/1',
      occurrenceDate: claim.occurrenceDate,
      amount: null,
      createdAt: claim.createdAt,
      group: 'status:2',
      content: claim,
      claim,
      entryId: null,
    })
  })

  it('show an entry and the listed claim that was bound to it once', () => {
    const rows = [listed({ id: 7, status: '0' }), listed({ id: 8, status: '1' })]
    expect(merged(rows, [], [[claimKey('keke', 8), 'ours']])).toEqual([
      [7, null, 'status:0'],
      [8, 'ours', 'status:1'],
    ])
  })

  it('do not match a claim of another product with the same id, or the same reference', () => {
    const ids = (claim: Product, entry: Product) =>
      merged(
        [listed({ product: claim, id: 8, status: '0', incidentDetails: token })],
        [madeUpEntry({ id: 'ours', product: entry, state: delivered })],
      )
    expect(ids('okada', 'keke')).toHaveLength(2)
    expect(ids('keke', 'okada')).toHaveLength(2)
    expect(ids('okada', 'okada')).toEqual([[8, 'ours', 'status:0']])
    expect(
      merged([listed({ product: 'okada', id: 8 })], [], [[claimKey('keke', 8), 'ours']])[0]?.[1],
    ).toBeNull()
  })

  it('match an entry without a claim id by the last reference it was sent under, within its policy', () => {
    const entry = madeUpEntry({ id: 'ours', earlierReferences: ['0000-0001'], state: delivered })
    const row = {
      id: 1,
      status: '0',
      incidentDetails: token.toLowerCase(),
      policyNumber: ' kkp/2026/la/000001 ',
    }
    expect(merged([listed(row)], [entry])).toEqual([[1, 'ours', 'status:0']])
    expect(merged([listed({ ...row, policyNumber: 'KKP/2026/LA/000002' })], [entry])).toHaveLength(2)
    expect(merged([listed({ ...row, incidentDetails: '[Ref 0000-0001] A bus.' })], [entry])).toHaveLength(2)
  })

  it('match a listed claim to one entry only, and an entry to one claim', () => {
    const twice = [1, 2].map((id) => listed({ id, status: '0', incidentDetails: token }))
    const one = madeUpEntry({ id: 'one', state: delivered })
    expect(merged(twice, [one]).map(([, entryId]) => entryId)).toEqual(['one', null])
    const other = madeUpEntry({ id: 'other', state: delivered })
    expect(merged(twice, [one, other]).map(([, entryId]) => entryId)).toEqual(['one', 'other'])
    expect(merged(twice.slice(1), [one, other])).toEqual([
      [2, 'one', 'status:0'],
      [null, 'other', 'not-listed-yet'],
    ])
  })

  it('match a claim to the entry that was bound to it, whatever reference it shows', () => {
    const rows = [listed({ id: 1, status: '0', incidentDetails: token })]
    const other = madeUpEntry({ id: 'other', state: delivered })
    expect(merged(rows, [other], [[claimKey('keke', 1), 'bound']])).toEqual([
      [1, 'bound', 'status:0'],
      [null, 'other', 'not-listed-yet'],
    ])
  })

  it('show an entry that is not listed by its state and as it was submitted, behind the list', () => {
    const waits = madeUpEntry({ id: 'waits' })
    const rows = mergedRows([listed({ id: 3 })], {
      unbound: [waits, madeUpEntry({ id: 'there', state: delivered })],
      bound: new Map(),
    })
    expect(rows.map(({ group }) => group)).toEqual(['status:3', 'entry:queued', 'not-listed-yet'])
    expect(rows[1]).toMatchObject({
      claim: null,
      entryId: 'waits',
      policy: policyNumber,
      amount: 45_000,
      occurrenceDate: '2026-11-02',
      createdAt: waits.acceptedAt,
      content: { incidentDetails: 'Hit a kerb at low speed.' },
    })
  })

  it('show the insurer’s state of a claim that it lists, though its entry is still open', () => {
    const state: EntryState = {
      name: 'unconfirmed',
      since: '2026-03-04T09:00:00.000Z',
      cause: 'reset',
      absentReadings: 0,
      resends: 0,
    }
    const rows = [listed({ id: 1, status: '0', incidentDetails: token })]
    expect(merged(rows, [madeUpEntry({ id: 'open', state })])).toEqual([[1, 'open', 'status:0']])
  })
})
