import { describe, expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { usedMemory } from '#main/app/testing/used-memory.ts'
import { ListScan, type ListScanOptions } from './list-scan.ts'
import type { Sought } from './recognition.ts'

const policyNumber = 'KKP/2026/LA/000001'
const reference = '7F3K-92QD'
const sought: Sought = {
  id: 'entry',
  product: 'keke',
  policy: policyNumberOf(policyNumber),
  reference,
  occurrenceDate: '2026-11-02',
  firstAttemptMs: null,
}

function row(id: number, changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
  const at = '2026-11-20T09:00:00.000Z'
  const claim = madeUpClaim({ policyNumber: `KKP/${id}` })
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

function scan(options: Partial<ListScanOptions> = {}): ListScan {
  const references = new Map([[reference, sought]])
  return new ListScan({ sought: [sought], references, bound: new Set(), until: [], ...options })
}

const own = { policyNumber, incidentDetails: `[Ref ${reference}] Hit a kerb.` }

describe('a list', () => {
  it('ends once everything that is looked for turned up, and not before', () => {
    const list = scan({ until: [sought.id] })
    expect(list.take([row(1), row(2, { policyNumber })])).toBe('go-on')
    expect(list.take([row(3, own), row(4)])).toBe('stop')
    expect([...list.ours]).toEqual([[sought.id, [3]]])
    expect([list.count, list.highestId]).toEqual([4, 4])
  })

  it('shows every row that carries the reference when it is read to its end', () => {
    const list = scan()
    expect(list.take([row(5, own), row(9, own)])).toBe('go-on')
    expect(list.ours.get(sought.id)).toEqual([5, 9])
  })

  it('shows nothing of rows that are known to be entries', () => {
    const list = scan({ bound: new Set([5]) })
    list.take([row(5, { policyNumber })])
    expect([list.ours.size, list.candidates.size, list.count]).toEqual([0, 0, 1])
  })

  it('shows rows of the same policy and day as candidates, twenty of them at most', () => {
    const list = scan()
    list.take(Array.from({ length: 30 }, (_, id) => row(id, { policyNumber })))
    expect(list.candidates.get(sought.id)).toHaveLength(20)
  })

  it('shows a row of another policy that carries the reference as a candidate alone', () => {
    const list = scan()
    list.take([row(1, { incidentDetails: own.incidentDetails })])
    expect([list.ours.size, list.candidates.get(sought.id)?.length]).toEqual([0, 1])
  })
})

it('of 60,000 rows keeps none that does not concern us', () => {
  const list = scan()
  const usedBytes = (): number => usedMemory().heapUsed
  list.take([row(1)])
  const start = usedBytes()
  for (let id = 2; id <= 60_000; id += 1) list.take([row(id)])
  expect(usedBytes() - start).toBeLessThan(512 * 1024)
  expect(list.count).toBe(60_000)
})
