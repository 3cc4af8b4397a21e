import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Result } from '#shared/result.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { resealRows } from './reseal.ts'

let storage: PageStorage

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  storage = valueOf(await openPageStorage('practice'))
  onTestFinished(() => storage.close())
})

function valueOf<T>(result: Result<T, object>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function sealOf(number: number): Promise<RowSeal> {
  const seal = await createRowSeal(btoa(String.fromCharCode(...new Uint8Array(32).fill(number))))
  if (seal === null) throw new Error('no key')
  return seal
}

it('reseals every row that an earlier key opens, and leaves the others', async () => {
  const [before, between, now] = await Promise.all([1, 2, 3].map(sealOf))
  if (!before || !between || !now) throw new Error('no seal')
  const chunk = (id: string, seal: RowSeal) => seal.seal('claimChunks', id, `chunk ${id}`)
  await storage.use(async (database) => {
    await database.claimChunks.bulkPut([
      { id: 'a', snapshotId: 'keke.1', sealed: await chunk('a', before) },
      { id: 'b', snapshotId: 'keke.1', sealed: await chunk('b', now) },
      { id: 'c', snapshotId: 'keke.1', sealed: await chunk('c', between) },
      { id: 'd', snapshotId: 'keke.1', sealed: new Uint8Array(60) },
    ])
  })
  valueOf(await resealRows(storage, { current: now, earlier: [between, before] }))

  const rows = valueOf(await storage.use((database) => database.claimChunks.toArray()))
  const texts = rows.map(({ id, sealed }) => now.unseal('claimChunks', id, sealed))
  expect(await Promise.all(texts)).toEqual(['chunk a', 'chunk b', 'chunk c', null])
})
