import { describe, expect, it } from 'vitest'
import type { ListSize } from '#shared/domain/claim-list.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { ReadingCost, type ReadingEnd } from './reading-cost.ts'

const before: ListSize = {
  bytes: 900_000,
  isWhole: true,
  bytesPerSecond: 40_000,
  at: '2026-11-20T09:00:00.000Z',
}
const now = '2026-11-21T09:00:00.000Z'

interface Came {
  readonly atMs: number
  readonly bytes: number
  readonly totalBytes?: number
}

/** A reading that was asked for after so long, and showed this. */
async function costOf(came: readonly Came[], begunAtMs = 0): Promise<ReadingCost> {
  const clock = new VirtualClock(now)
  const cost = new ReadingCost(clock)
  await clock.advance(begunAtMs)
  cost.begun()
  for (const { atMs, bytes, totalBytes = null } of came) {
    await clock.advance(atMs - clock.monotonicMs())
    cost.note(bytes, totalBytes)
  }
  return cost
}

describe('the cost of a reading', () => {
  it('is what came, and its pace', async () => {
    const cost = await costOf([
      { atMs: 2000, bytes: 100_000 },
      { atMs: 10_000, bytes: 400_000 },
    ])
    expect(cost.sizeAfter(before, 'whole')).toEqual({
      bytes: 400_000,
      isWhole: true,
      bytesPerSecond: 40_000,
      at: '2026-11-21T09:00:10.000Z',
    })
  })

  it('does not count the time in which another reading was under way', async () => {
    const cost = await costOf([{ atMs: 100_000, bytes: 400_000 }], 90_000)
    expect(cost.sizeAfter(null, 'part')).toMatchObject({ bytesPerSecond: 40_000 })
  })

  it('says how long the rest takes, once both are known', async () => {
    expect((await costOf([{ atMs: 5000, bytes: 10_000, totalBytes: 500_000 }])).msLeft()).toBe(null)
    expect((await costOf([{ atMs: 400, bytes: 100_000, totalBytes: 500_000 }])).msLeft()).toBe(null)
    expect((await costOf([{ atMs: 5000, bytes: 100_000 }])).msLeft()).toBe(null)
    expect((await costOf([{ atMs: 5000, bytes: 100_000, totalBytes: 500_000 }])).msLeft()).toBe(20_000)
    expect((await costOf([{ atMs: 5000, bytes: 100_000, totalBytes: 90_000 }])).msLeft()).toBe(0)
  })

  it.each<readonly [string, ReadingEnd, readonly Omit<Came, 'atMs'>[], Partial<ListSize>]>([
    ['of known length', 'part', [{ bytes: 60_000, totalBytes: 700_000 }], { bytes: 700_000, isWhole: true }],
    ['shorter than before', 'part', [{ bytes: 60_000 }], { bytes: 900_000, isWhole: true, at: before.at }],
    ['longer than before', 'part', [{ bytes: 950_000 }], { bytes: 950_000, isWhole: false }],
    ['that did not begin', 'part', [], before],
    ['of an unchanged list', 'unchanged', [{ bytes: 200, totalBytes: 200 }], before],
    [
      'to the end',
      'whole',
      [{ bytes: 200, totalBytes: 900 }],
      { bytes: 200, isWhole: true, bytesPerSecond: 40_000 },
    ],
  ])('of a reading %s is what is known by then', async (_what, end, came, size) => {
    const cost = await costOf(came.map((each) => ({ atMs: 10_000, ...each })))
    expect(cost.sizeAfter(before, end)).toMatchObject(size)
  })

  it('stays unknown where nothing came', async () => {
    expect((await costOf([])).sizeAfter(null, 'part')).toBe(null)
    expect((await costOf([{ atMs: 1000, bytes: 0 }])).sizeAfter(null, 'part')).toBe(null)
    expect((await costOf([{ atMs: 1000, bytes: 200 }])).sizeAfter(null, 'unchanged')).toBe(null)
  })
})
