import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { copyKeysOfRow, matchKeyOfBody, matchKeysOfRow } from '../outbox/match-key.ts'
import { claimSubmission, madeUpClaim } from '../outbox/testing/made-up.ts'
import { baselineOf, readingOf, withDelivery } from './claim-list-reading.ts'

function row(id: number, changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
  const at = '2026-11-20T09:00:00.000000Z'
  const claim = madeUpClaim({ incidentDetails: '[Ref 7F3K-92QD] Hit a kerb.' })
  return {
    ...claim,
    product: 'keke',
    id,
    status: '0',
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}
const own = claimSubmission().body
const other = { incidentDetails: 'Something else.' }

describe('a reading of a claim list', () => {
  it('keeps of each row its id and the keys it can be found by', () => {
    const rows = [row(3), row(4, other)]
    expect(readingOf('okada', rows, 5000)).toEqual({
      product: 'okada',
      rows: rows.map((claim) => ({
        claimId: claim.id,
        keys: [...matchKeysOfRow(claim), ...copyKeysOfRow(claim)],
      })),
      takenAtMs: 5000,
      deliveredSince: 0,
    })
  })

  it('counts a row that appears twice once, in its last form', () => {
    const reading = readingOf('keke', [row(3, other), row(4), row(3)], 0)
    expect(reading.rows.map(({ claimId }) => claimId)).toEqual([3, 4])
    expect(baselineOf(reading, matchKeyOfBody(own)).matchingIds).toEqual([3, 4])
  })

  it('counts what we delivered since', () => {
    const reading = withDelivery(withDelivery(readingOf('keke', [row(3)], 5000)))
    expect(reading).toEqual({ ...readingOf('keke', [row(3)], 5000), deliveredSince: 2 })
    expect(baselineOf(reading, matchKeyOfBody(own)).count).toBe(3)
  })
})

describe('a baseline', () => {
  it('is the number of rows, the highest id, and the rows that match already', () => {
    const reading = readingOf('keke', [row(9, other), row(3), row(12, other)], 0)
    expect(baselineOf(reading, matchKeyOfBody(own))).toEqual({ count: 3, highestId: 12, matchingIds: [3] })
  })

  it('of an empty list is empty', () => {
    expect(baselineOf(readingOf('keke', [], 0), matchKeyOfBody(own))).toEqual({
      count: 0,
      highestId: 0,
      matchingIds: [],
    })
  })
})
