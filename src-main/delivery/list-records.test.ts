import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import { ListRecords } from './list-records.ts'

const mebibyte = 1024 * 1024
const minutes = (n: number): number => n * 60_000
const hours = (n: number): number => minutes(60 * n)

let clock: VirtualClock
let stored: Map<string, string | null>
let records: ListRecords

beforeEach(() => {
  clock = new VirtualClock()
  stored = new Map()
  records = opened()
})

function opened(): ListRecords {
  const memory: EngineMemory = {
    read: (name) => stored.get(name) ?? null,
    write: (name, value) => {
      stored.set(name, value)
      return { ok: true, value: null }
    },
  }
  const read = new ListRecords(memory, clock, () => 0.5)
  read.note.load()
  return read
}

describe('a reading that is cut off', () => {
  it('is repeated after twenty times as long as it took, the first time within an hour', () => {
    records.noteCutOff('keke', { bytes: 10, tookMs: minutes(1) })
    expect(records.msUntilRead('keke')).toBe(minutes(20))
    expect(records.msUntilRead('okada')).toBe(0)
    records.noteCutOff('okada', { bytes: 10, tookMs: minutes(9) })
    expect(records.msUntilRead('okada')).toBe(minutes(60))
    records.noteCutOff('okada', { bytes: 10, tookMs: minutes(9) })
    expect(records.msUntilRead('okada')).toBe(minutes(180))
  })

  it.each([
    ['ten minutes', { bytes: 0, tookMs: minutes(5) + 1 }],
    ['64 MB', { bytes: 32 * mebibyte + 1, tookMs: 1 }],
  ])('twice for more than %s together shows that the list cannot be read', (_what, cost) => {
    records.noteCutOff('keke', { bytes: cost.bytes * 2, tookMs: cost.tookMs * 2 })
    expect(records.isUnreadable('keke')).toBe(false)
    expect(records.isAffordable('keke')).toBe(true)
    records.noteCutOff('keke', { bytes: 0, tookMs: 0 })
    expect(records.isUnreadable('keke')).toBe(true)
    expect(records.isAffordable('keke')).toBe(false)
  })

  it('four times within an hour and more shows the same, however short', async () => {
    for (let n = 0; n < 4; n += 1) records.noteCutOff('keke', { bytes: 0, tookMs: 0 })
    expect(records.isUnreadable('keke')).toBe(false)
    await clock.advance(hours(1))
    expect(records.isUnreadable('keke')).toBe(true)
    records.noteComplete('keke', { count: 1, highestId: 1 }, 10)
    expect(records.isUnreadable('keke')).toBe(false)
  })
})

describe('a list', () => {
  it('of more than five megabytes is read for no mere check', () => {
    records.noteComplete('keke', { count: 1, highestId: 1 }, 5 * mebibyte)
    expect(records.isAffordable('keke')).toBe(true)
    records.noteComplete('keke', { count: 1, highestId: 1 }, 5 * mebibyte + 1)
    expect(records.isAffordable('keke')).toBe(false)
  })

  it.each([
    ['fewer rows', { count: 9, highestId: 20 }],
    ['a lower highest id', { count: 11, highestId: 19 }],
  ])('is short with %s than before, until it was so a day, also across a start', async (_what, listed) => {
    records.noteComplete('keke', { count: 10, highestId: 20 }, 1)
    records.noteComplete('keke', listed, 1)
    expect(records.isShort('keke')).toBe(true)
    records.note.save()
    records = opened()
    expect(records.isShort('keke')).toBe(true)
    records.noteComplete('keke', listed, 1)
    await clock.advance(hours(24) - 1)
    records.noteComplete('keke', listed, 1)
    expect(records.isShort('keke')).toBe(true)
    await clock.advance(1)
    records.noteComplete('keke', listed, 1)
    expect(records.isShort('keke')).toBe(false)
  })
})
