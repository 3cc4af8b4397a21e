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
  const at = { keptAt: '2026-11-20T09:00:00.000Z' }
  const kept = (id: string, seal: RowSeal) => seal.seal('keptClaims', id, `kept ${id}`)
  await storage.use(async (database) => {
    await database.keptClaims.bulkPut([
      { id: 'a', ...at, sealed: await kept('a', before) },
      { id: 'b', ...at, sealed: await kept('b', now) },
      { id: 'c', ...at, sealed: await kept('c', between) },
      { id: 'd', ...at, sealed: new Uint8Array(60) },
    ])
    const chunk = await before.seal('claimChunks', 'keke.1:0', 'chunk')
    await database.claimChunks.put({ id: 'keke.1:0', snapshotId: 'keke.1', sealed: chunk })
  })
  valueOf(await resealRows(storage, { current: now, earlier: [between, before] }))

  const rows = valueOf(await storage.use((database) => database.keptClaims.toArray()))
  const texts = rows.map(({ id, sealed }) => now.unseal('keptClaims', id, sealed))
  expect(await Promise.all(texts)).toEqual(['kept a', 'kept b', 'kept c', null])
  const chunk = valueOf(await storage.use((database) => database.claimChunks.get('keke.1:0')))
  expect(chunk && (await now.unseal('claimChunks', 'keke.1:0', chunk.sealed))).toBe('chunk')
})
