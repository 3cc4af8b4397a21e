import { expect, it } from 'vitest'
import { ListScan, type ListScanOptions } from './list-scan.ts'
import { listed, policyNumber, reference, sought } from '#testing/engine/listed.ts'

function scan(options: Partial<ListScanOptions> = {}): ListScan {
  const references = new Map([[reference, sought]])
  const none = { counted: [], daysTell: true, bound: new Set<number>(), until: [] }
  return new ListScan({ sought: [sought], references, ...none, ...options })
}

const own = { policyNumber, incidentDetails: `[Ref ${reference}] Hit a kerb.` }

it('ends once everything that is looked for turned up, and not before', () => {
  const list = scan({ until: [sought.id] })
  expect(list.take([listed(1), listed(2, { policyNumber })])).toBe('go-on')
  expect(list.take([listed(3, own), listed(4)])).toBe('stop')
  expect([...list.ours]).toEqual([[sought.id, [3]]])
  expect([list.count, list.highestId]).toEqual([4, 4])
})

it('shows every row that carries the reference when it is read to its end', () => {
  const list = scan()
  expect(list.take([listed(5, own), listed(9, own)])).toBe('go-on')
  expect(list.ours.get(sought.id)).toEqual([5, 9])
})

it('shows nothing of rows that are known to be entries', () => {
  const list = scan({ bound: new Set([5]) })
  list.take([listed(5, { policyNumber })])
  expect([list.ours.size, list.candidates.size, list.count]).toEqual([0, 0, 1])
})

it('shows rows of the same policy and day as candidates, twenty of them at most', () => {
  const list = scan()
  list.take(Array.from({ length: 30 }, (_, id) => listed(id, { policyNumber })))
  expect(list.candidates.get(sought.id)).toHaveLength(20)
})

it('shows a row that another reference is in as a candidate where its text is not read any more', () => {
  const list = scan()
  const text = (incidentDetails: string) => (_: unknown, id: number) =>
    listed(id, { policyNumber, incidentDetails })
  list.take(Array.from({ length: 3000 }, text('[Ref 0000-0001] As it was sent.')))
  list.take(Array.from({ length: 20 }, text('[REF 0000-0001] IN CAPITALS.')))
  expect(list.candidates.size, 'all are read').toBe(0)
  list.take(Array.from({ length: 2 }, text('[REF 0000-0001] IN CAPITALS.')))
  expect(list.candidates.get(sought.id)).toHaveLength(2)
  list.take([listed(9, { ...own, incidentDetails: own.incidentDetails.toUpperCase() })])
  expect(list.ours.get(sought.id), 'its own reference is looked for in every row').toEqual([9])
})

it('shows a row of another policy that carries the reference as a candidate alone', () => {
  const list = scan()
  list.take([listed(1, { incidentDetails: own.incidentDetails })])
  expect([list.ours.size, list.candidates.get(sought.id)?.length]).toEqual([0, 1])
})
