import { beforeEach, expect, it } from 'vitest'
import { accepted, at, database, later, outbox, outboxForEach, withoutDisk } from '#testing/outbox/entries.ts'
import type { ClaimRows } from './insurer-claims.ts'

let rows: ClaimRows
let ids: readonly [string, string]

outboxForEach()
beforeEach(() => {
  ids = [accepted(outbox), accepted(outbox)]
  rows = outbox.claimRows
})

it('belongs to the entry that it was last seen to be, which has only one of its own', () => {
  rows.bind('keke', 5, ids[0], false, at)
  rows.noteSurplus('keke', 5, ids[0], later)
  expect(rows.ofEntry(ids[0])).toEqual([{ claimId: 5, surplus: false, seenAt: at, acknowledgedAt: null }])
  rows.bind('keke', 5, ids[1], true, later)
  expect(rows.bound('keke')).toEqual([{ claimId: 5, entryId: ids[1] }])
  expect(rows.duplicatesOf(ids[1])).toEqual([5])
  rows.bind('keke', 7, ids[0], false, later)
  rows.bind('keke', 6, ids[0], false, later)
  expect(rows.ofEntry(ids[0]).map(({ claimId }) => claimId)).toEqual([6])
})

it('is a different row in the list of the other product', () => {
  rows.bind('keke', 5, ids[0], false, at)
  rows.noteSurplus('keke', 6, ids[0], at)
  rows.bind('okada', 6, ids[1], false, at)
  expect(rows.bound('keke').map(({ claimId }) => claimId)).toEqual([5, 6])
  expect(rows.bound('okada')).toEqual([{ claimId: 6, entryId: ids[1] }])
})

it('that repeats an entry is an alarm until an officer acknowledges it, and stays bound', () => {
  rows.bind('keke', 5, ids[0], false, at)
  expect(rows.duplicatesOf(ids[0])).toEqual([])
  expect(rows.noteSurplus('keke', 6, ids[0], at)).toEqual({ ok: true, value: null })
  rows.noteSurplus('keke', 7, ids[1], at)
  expect(rows.duplicatesOf(ids[0])).toEqual([6])
  expect(rows.acknowledgeDuplicates(ids[0], later)).toEqual({ ok: true, value: null })
  expect(rows.duplicatesOf(ids[0])).toEqual([])
  expect(rows.duplicatesOf(ids[1])).toEqual([7])
  expect(rows.bound('keke').map(({ claimId }) => claimId)).toEqual([5, 6, 7])
})

it('that repeats an entry and turns out to be another one leaves the alarm, and is that one’s', () => {
  rows.noteSurplus('keke', 6, ids[0], at)
  rows.bind('keke', 6, ids[1], false, later)
  expect(rows.duplicatesOf(ids[0])).toEqual([6])
  expect(rows.duplicatesOf(ids[1])).toEqual([])
  expect(rows.bound('keke')).toEqual([{ claimId: 6, entryId: ids[1] }])
  rows.acknowledgeDuplicates(ids[0], later)
  expect(rows.duplicatesOf(ids[0])).toEqual([])
})

it('that repeats it again after acknowledgement is a new alarm; each is reported with its times, the entry’s own first', () => {
  const latest = '2026-11-20T10:00:00.000Z'
  rows.noteSurplus('keke', 3, ids[0], at)
  rows.bind('keke', 5, ids[0], false, at)
  rows.noteSurplus('keke', 4, ids[1], at)
  rows.acknowledgeDuplicates(ids[0], later)
  rows.noteSurplus('keke', 8, ids[0], later)
  expect(rows.duplicatesOf(ids[0])).toEqual([8])
  rows.acknowledgeDuplicates(ids[0], latest)
  expect(rows.ofEntry(ids[0])).toEqual([
    { claimId: 5, surplus: false, seenAt: at, acknowledgedAt: null },
    { claimId: 3, surplus: true, seenAt: at, acknowledgedAt: later },
    { claimId: 8, surplus: true, seenAt: later, acknowledgedAt: latest },
  ])
})

it('is not recorded when the disk cannot be written, which is reported', () => {
  withoutDisk(database)
  expect(rows.noteSurplus('keke', 6, ids[0], at)).toEqual({ ok: false, error: { type: 'read-only' } })
  expect(rows.acknowledgeDuplicates(ids[0], at)).toEqual({ ok: false, error: { type: 'read-only' } })
  expect(() => rows.bind('keke', 6, ids[0], false, at)).toThrow('readonly')
})
