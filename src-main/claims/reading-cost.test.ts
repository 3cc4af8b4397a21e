import { describe, expect, it } from 'vitest'
import type { ListPart } from '#shared/contract/claims.ts'
import type { ListSize } from './claims-repository-lists.ts'
import { ReadingCost } from './reading-cost.ts'

const part = (bytes: number, more: Partial<ListPart> = {}): ListPart => ({
  rows: [],
  isWaiting: false,
  bytes,
  totalBytes: null,
  end: null,
  ...more,
})
const before: ListSize = {
  bytes: 900_000,
  isWhole: true,
  bytesPerSecond: 40_000,
  at: '2026-11-20T09:00:00.000Z',
}
const complete = { type: 'complete', etag: null } as const

/** Takes parts at times in ms. */
function costOf(...parts: readonly (readonly [number, ListPart])[]): ReadingCost {
  let nowMs = 0
  const cost = new ReadingCost(() => nowMs)
  for (const [atMs, each] of parts) {
    nowMs = atMs
    cost.note(each)
  }
  return cost
}

describe('the cost of a reading', () => {
  it('is what came, and its pace', () => {
    const cost = costOf([2000, part(100_000)], [10_000, part(400_000, { end: complete })])
    expect(cost.sizeAfter(before)).toMatchObject({ bytes: 400_000, isWhole: true, bytesPerSecond: 40_000 })
  })

  it('does not count the time in which another reading was under way', () => {
    const cost = costOf([90_000, part(0, { isWaiting: true })], [100_000, part(400_000)])
    expect(cost.sizeAfter(null)).toMatchObject({ bytesPerSecond: 40_000 })
  })

  it('says how long the rest takes, once both are known', () => {
    expect(costOf([100, part(10_000, { totalBytes: 500_000 })]).msLeft()).toBe(null)
    expect(costOf([5000, part(100_000)]).msLeft()).toBe(null)
    expect(costOf([5000, part(100_000, { totalBytes: 500_000 })]).msLeft()).toBe(20_000)
  })

  it.each([
    ['of known length', [part(60_000, { totalBytes: 700_000 })], { bytes: 700_000, isWhole: true }],
    ['shorter than before', [part(60_000)], { bytes: 900_000, isWhole: true, at: before.at }],
    ['longer than before', [part(950_000)], { bytes: 950_000, isWhole: false }],
    ['that did not begin', [], { bytes: 900_000, isWhole: true, at: before.at }],
    ['of an unchanged list', [part(200, { end: { type: 'not-modified' } })], before],
  ])('of a reading %s is what is known by then', (_what, parts, size) => {
    const cost = costOf(...parts.map((each) => [10_000, each] as const))
    expect(cost.sizeAfter(before)).toMatchObject(size)
  })

  it('stays unknown where nothing came', () => {
    expect(costOf().sizeAfter(null)).toBe(null)
    expect(costOf([1000, part(0)]).sizeAfter(null)).toBe(null)
  })
})
