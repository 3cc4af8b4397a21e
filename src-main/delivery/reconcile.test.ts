import { describe, expect, it } from 'vitest'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { Baseline } from '../outbox/entry-codec.ts'
import { reconcile, type TriedEntry } from './reconcile.ts'

const at = '2026-11-20T09:00:00.000Z'
const unconfirmed: EntryState = {
  name: 'unconfirmed',
  since: at,
  cause: 'reset',
  absentReadings: 0,
  resends: 0,
}
const delivered: EntryState = { name: 'delivered', at, proof: 'answer', claimId: null, serverMessage: '' }

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

  it('ignores a row that was there before', () => {
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

  it('accepts an exact token even in a shorter list', () => {
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

  it('ignores an entry whose attempt is open', () => {
    const state: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
    const result = reconcile([tried('a', { state })], [row(9, 'other')], [])
    expect(result).toEqual({ found: [], absent: [], uncounted: [], surplus: [] })
  })

  it('ignores an entry whose attempt is open even when its row is there: the answer will settle it', () => {
    const state: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
    expect(reconcile([tried('a', { state })], [row(9, 'k')], [])).toEqual({
      found: [],
      absent: [],
      uncounted: [],
      surplus: [],
    })
  })

  it('no longer looks for an entry that is bound', () => {
    const result = reconcile([tried('a')], [row(9, 'other')], [{ claimId: 5, entryId: 'a' }])
    expect(result).toEqual({ found: [], absent: [], uncounted: [], surplus: [] })
  })

  it('takes any row for an entry that was sent without a baseline', () => {
    expect(reconcile([tried('a', { baseline: null })], [row(9, 'k')], [])).toEqual({
      found: [{ entryId: 'a', claimId: 9 }],
      absent: [],
      uncounted: [],
      surplus: [],
    })
    expect(reconcile([tried('a', { baseline: null })], [], []).absent).toEqual(['a'])
  })

  it('takes the newest of several rows, in whatever order they are listed', () => {
    for (const ids of [
      [3, 9, 5],
      [9, 5, 3],
      [3, 5, 9],
    ]) {
      const rows = ids.map((id) => row(id, 'k'))
      const result = reconcile([tried('a')], rows, [])
      expect(result.found).toEqual([{ entryId: 'a', claimId: 9 }])
      expect(result.surplus).toEqual([5, 3].map((claimId) => ({ entryId: 'a', claimId })))
    }
  })

  it('ignores the rows that were there before, and takes a new one beside them', () => {
    const baseline = { count: 2, highestId: 9, matchingIds: [9, 3] }
    const result = reconcile([tried('a', { baseline })], [row(9, 'k'), row(3, 'k'), row(12, 'k')], [])
    expect(result).toEqual({
      found: [{ entryId: 'a', claimId: 12 }],
      absent: [],
      uncounted: [],
      surplus: [],
    })
  })

  it('does not report as surplus a row that is in the baseline of one of the entries', () => {
    const first = tried('a', { seq: 1 })
    const later = tried('b', { seq: 2, baseline: { count: 1, highestId: 3, matchingIds: [3] } })
    const result = reconcile(
      [first, later],
      [row(3, 'k'), row(9, 'k'), row(12, 'k')],
      [
        { claimId: 12, entryId: 'a' },
        { claimId: 9, entryId: 'b' },
      ],
    )
    expect(result).toEqual({ found: [], absent: [], uncounted: [], surplus: [] })
  })

  it('raises the alarm at the entry that was accepted last', () => {
    const entries = [tried('a', { seq: 1 }), tried('b', { seq: 2 })]
    const result = reconcile(entries, [row(8, 'k'), row(9, 'k'), row(10, 'k')], [])
    expect(result.found).toEqual([
      { entryId: 'a', claimId: 10 },
      { entryId: 'b', claimId: 9 },
    ])
    expect(result.surplus).toEqual([{ entryId: 'b', claimId: 8 }])
  })

  it('gives rows first to entries known to be there, then to possible ones, last to withdrawn ones, in order', () => {
    const withdrawn: EntryState = { name: 'withdrawn', at, to: 'discarded' }
    const entries = [
      tried('taken-back-2', { seq: 6, state: withdrawn }),
      tried('taken-back-1', { seq: 1, state: withdrawn }),
      tried('lost-2', { seq: 5 }),
      tried('lost-1', { seq: 2 }),
      tried('known-2', { seq: 4, state: delivered }),
      tried('known-1', { seq: 3, state: delivered }),
    ]
    const order = ['known-1', 'known-2', 'lost-1', 'lost-2', 'taken-back-1', 'taken-back-2']
    for (let rows = 0; rows <= order.length; rows += 1) {
      const result = reconcile(
        entries,
        Array.from({ length: rows }, (_, index) => row(index + 1, 'k')),
        [],
      )
      expect(result.found.map(({ entryId }) => entryId)).toEqual(order.slice(0, rows))
      expect(result.absent).toEqual(order.slice(rows))
    }
  })

  it('keeps entries and rows of different keys apart', () => {
    const entries = [tried('a', { matchKey: 'k' }), tried('b', { matchKey: 'l' })]
    expect(reconcile(entries, [row(9, 'l', 'l'), row(7, 'm')], [])).toEqual({
      found: [{ entryId: 'b', claimId: 9 }],
      absent: ['a'],
      uncounted: [],
      surplus: [],
    })
  })

  it('finds a row by any of its keys, and counts a row with a repeated key once', () => {
    const result = reconcile([tried('a')], [row(9, 'j', 'k', 'k')], [])
    expect(result.found).toEqual([{ entryId: 'a', claimId: 9 }])
    expect(result.surplus).toEqual([])
  })

  describe.each<[string, Baseline, 'shorter' | 'older']>([
    ['has fewer rows', { count: 3, highestId: 3, matchingIds: [] }, 'shorter'],
    ['ends before an id that was there', { count: 2, highestId: 20, matchingIds: [] }, 'older'],
    ['does both', { count: 3, highestId: 20, matchingIds: [] }, 'shorter'],
  ])('from a list that %s', (_how, baseline, flaw) => {
    it('concludes no absence', () => {
      expect(reconcile([tried('a', { baseline })], [row(1, 'x'), row(2, 'x')], [])).toEqual({
        found: [],
        absent: [],
        uncounted: [{ entryId: 'a', reason: flaw }],
        surplus: [],
      })
    })

    it('does not bind a row that may be another claim, nor report it as surplus while it may be the entry', () => {
      expect(reconcile([tried('a', { baseline })], [row(1, 'x'), row(2, 'k')], [])).toEqual({
        found: [],
        absent: [],
        uncounted: [{ entryId: 'a', reason: `${flaw}-with-match` }],
        surplus: [],
      })
    })

    it('reports rows beyond the entries that may still be found as surplus, at a settled entry', () => {
      const entries = [tried('settled', { state: delivered }), tried('a', { seq: 2, baseline })]
      const bound = [{ claimId: 7, entryId: 'settled' }]
      expect(reconcile(entries, [row(1, 'k'), row(2, 'k')], bound).surplus).toEqual([
        { entryId: 'settled', claimId: 1 },
      ])
      // Bound to the unconfirmed entry, the surplus row would later count as that entry's own.
      expect(reconcile([tried('a', { baseline })], [row(1, 'k'), row(2, 'k')], []).surplus).toEqual([])
    })

    it('accepts the exact token', () => {
      const result = reconcile([tried('a', { baseline, exact: true })], [row(1, 'x'), row(2, 'k')], [])
      expect(result.found).toEqual([{ entryId: 'a', claimId: 2 }])
      expect(result.uncounted).toEqual([])
    })
  })

  it('concludes absence from a list that is as long and as new as the baseline', () => {
    const baseline = { count: 2, highestId: 20, matchingIds: [] }
    expect(reconcile([tried('a', { baseline })], [row(1, 'x'), row(20, 'x')], []).absent).toEqual(['a'])
  })
})
