import { expect, it } from 'vitest'
import { usedMemory } from '#testing/app/used-memory.ts'
import { ListScan } from './list-scan.ts'
import { listed, reference, sought } from '#testing/engine/listed.ts'

// Not beside list-scan.ts by its name: each mutant of that would wait for it.
it('of 60,000 rows a scan keeps none that does not concern us', () => {
  const references = new Map([[reference, sought]])
  const list = new ListScan({
    sought: [sought],
    counted: [],
    daysTell: true,
    references,
    bound: new Set(),
    until: [],
  })
  const usedBytes = (): number => usedMemory().heapUsed
  list.take([listed(1)])
  const start = usedBytes()
  for (let id = 2; id <= 60_000; id += 1) list.take([listed(id)])
  expect(usedBytes() - start).toBeLessThan(512 * 1024)
  expect(list.count).toBe(60_000)
})
