import { describe, expect, it } from 'vitest'
import type { ClaimListReading } from './claim-list-reading.ts'
import { ListLengths } from './list-lengths.ts'

const minutes = 60_000

function reading(
  ids: readonly number[],
  takenAtMs: number,
  product: 'keke' | 'okada' = 'keke',
): ClaimListReading {
  return { product, rows: ids.map((claimId) => ({ claimId, keys: [] })), takenAtMs, deliveredSince: 0 }
}
/** Whether the list of keke claims counts as cut after these readings. */
function isCutAfter(...readings: readonly ClaimListReading[]): boolean {
  const lengths = new ListLengths()
  for (const one of readings) lengths.note(one)
  return lengths.isCut('keke')
}

describe('a claim list', () => {
  it('that was never read is not cut', () => {
    expect(isCutAfter()).toBe(false)
  })

  it.each([
    ['as it was', [1, 2]],
    ['longer', [1, 2, 3]],
    ['empty', []],
  ])('read for the first time is as long as it is, and then %s', (_what, ids) => {
    expect(isCutAfter(reading(ids, 0))).toBe(false)
    expect(isCutAfter(reading(ids, 0), reading(ids, 1))).toBe(false)
  })

  it('is cut when it has fewer rows than before', () => {
    expect(isCutAfter(reading([1, 2, 3], 0), reading([1, 3], 1))).toBe(true)
  })

  it('is cut when it ends before the newest row of before, even with as many rows', () => {
    expect(isCutAfter(reading([1, 3], 0), reading([1, 2], 1))).toBe(true)
    expect(isCutAfter(reading([1, 3], 0), reading([0, 1, 2], 1))).toBe(true)
  })

  it('is not cut when it became longer', () => {
    expect(isCutAfter(reading([1, 2], 0), reading([1, 2, 3], 1))).toBe(false)
    expect(isCutAfter(reading([1, 2], 0), reading([1, 3], 1))).toBe(false)
  })

  it('is complete again as soon as it is as long as before', () => {
    expect(isCutAfter(reading([1, 2, 3], 0), reading([1], 1), reading([1, 2, 3], 2))).toBe(false)
    // The next cut starts the count again.
    expect(
      isCutAfter(
        reading([1, 2, 3], 0),
        reading([1], 1),
        reading([1, 2, 3], 2),
        reading([1], 5 * minutes + 1),
      ),
    ).toBe(true)
  })

  it('is compared with its longest reading, however it is cut', () => {
    expect(isCutAfter(reading([1, 2, 3], 0), reading([1], 1), reading([1, 2], 2))).toBe(true)
  })

  it('is accepted once it was shorter for five minutes, counted from the first shorter reading', () => {
    const readings = [reading([1, 2, 3], 0), reading([1], 10 * minutes), reading([1], 14 * minutes)]
    expect(isCutAfter(...readings)).toBe(true)
    expect(isCutAfter(...readings, reading([1], 15 * minutes - 1))).toBe(true)
    expect(isCutAfter(...readings, reading([1], 15 * minutes))).toBe(false)
    // From then on the shorter length is the reference.
    expect(isCutAfter(...readings, reading([1], 15 * minutes), reading([1, 2], 16 * minutes))).toBe(false)
    expect(isCutAfter(...readings, reading([1, 2], 15 * minutes), reading([1], 16 * minutes))).toBe(true)
  })

  it('says nothing about the list of the other product', () => {
    expect(isCutAfter(reading([1, 2, 3], 0, 'okada'), reading([1], 1))).toBe(false)
    expect(isCutAfter(reading([1, 2, 3], 0), reading([1], 1, 'okada'))).toBe(false)
  })
})
