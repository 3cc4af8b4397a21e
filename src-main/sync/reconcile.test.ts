import { describe, expect, it } from 'vitest'
import type { EntryState } from '#shared/outbox/entry.ts'
import { reconcile, type TriedEntry } from './reconcile.ts'

const at = '2026-11-20T09:00:00.000Z'
const unconfirmed: EntryState = {
  name: 'unconfirmed',
  since: at,
  cause: 'reset',
  absentReadings: 0,
  resends: 0,
}
const delivered: EntryState = { name: 'delivered', at, evidence: 'answer', claimId: null, serverMessage: '' }

function tried(id: string, changes: Partial<TriedEntry> = {}): TriedEntry {
  const baseline = { count: 0, highestId: 0, matchingIds: [] }
  return { id, seq: 1, state: unconfirmed, matchKey: 'k', exact: false, baseline, ...changes }
}
const row = (claimId: number, ...keys: string[]) => ({ claimId, keys })

describe('reconcile', () => {
  it('binds the newest unbound row', () => {
    const result = reconcile([tried('a')], [row(1, 'k'), row(5, 'k')], [{ claimId: 5, entryId: 'z' }])
    expect(result.found).toEqual([{ entryId: 'a', claimId: 1 }])
  })

  it('settles one entry with one row', () => {
    const result = reconcile([tried('a', { seq: 1 }), tried('b', { seq: 2 })], [row(9, 'k')], [])
    expect(result.found).toEqual([{ entryId: 'a', claimId: 9 }])
    expect(result.absent).toEqual(['b'])
  })

  it('gives a row to the entry whose answer came before one whose answer was lost', () => {
    const entries = [tried('lost', { seq: 1 }), tried('known', { seq: 2, state: delivered })]
    const result = reconcile(entries, [row(9, 'k')], [])
    expect(result.found).toEqual([{ entryId: 'known', claimId: 9 }])
    expect(result.absent).toEqual(['lost'])
  })

  it('reads over a row that was there before', () => {
    const baseline = { count: 1, highestId: 3, matchingIds: [3] }
    expect(reconcile([tried('a', { baseline })], [row(3, 'k')], [])).toEqual({
      found: [],
      absent: ['a'],
      uncounted: [],
      surplus: [],
    })
  })

  it('concludes nothing from a shorter list', () => {
    const baseline = { count: 3, highestId: 3, matchingIds: [] }
    const result = reconcile([tried('a', { baseline })], [row(3, 'x'), row(9, 'k')], [])
    expect(result.found).toEqual([])
    expect(result.absent).toEqual([])
  })

  it('believes an exact token even in a shorter list', () => {
    const baseline = { count: 3, highestId: 3, matchingIds: [] }
    const result = reconcile([tried('a', { baseline, exact: true })], [row(9, 'k')], [])
    expect(result.found).toEqual([{ entryId: 'a', claimId: 9 }])
  })

  it('reports a second row of one entry', () => {
    const result = reconcile([tried('a', { state: delivered })], [row(8, 'k'), row(9, 'k')], [])
    expect(result.found).toEqual([{ entryId: 'a', claimId: 9 }])
    expect(result.surplus).toEqual([{ entryId: 'a', claimId: 8 }])
  })

  it('reports a row that appears after the entry was bound', () => {
    const result = reconcile(
      [tried('a', { state: delivered })],
      [row(8, 'k'), row(9, 'k')],
      [{ claimId: 8, entryId: 'a' }],
    )
    expect(result.surplus).toEqual([{ entryId: 'a', claimId: 9 }])
  })

  it('leaves an entry whose attempt is open alone', () => {
    const state: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
    const result = reconcile([tried('a', { state })], [row(9, 'other')], [])
    expect(result).toEqual({ found: [], absent: [], uncounted: [], surplus: [] })
  })
})
