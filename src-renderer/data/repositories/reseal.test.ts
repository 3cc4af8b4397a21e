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

it('reseals every row of the office and of the officer who is signed in, and leaves the others', async () => {
  const [before, between, now, ownBefore, ownNow, others] = await Promise.all([1, 2, 3, 4, 5, 6].map(sealOf))
  if (!before || !between || !now || !ownBefore || !ownNow || !others) throw new Error('no seal')
  const at = { updatedAt: '2026-11-20T09:00:00.000Z' }
  const draft = (id: string, seal: RowSeal) => seal.seal('drafts', id, `draft ${id}`)
  await storage.use(async (database) => {
    await database.drafts.bulkPut([
      { id: 'a', ...at, sealed: await draft('a', before) },
      { id: 'b', ...at, sealed: await draft('b', now) },
      { id: 'c', ...at, officerId: 'own', sealed: await draft('c', ownBefore) },
      { id: 'd', ...at, officerId: 'other', sealed: await draft('d', others) },
      { id: 'e', ...at, sealed: new Uint8Array(60) },
    ])
    const kept = await between.seal('keptClaims', 'k', 'kept')
    await database.keptClaims.put({ id: 'k', keptAt: at.updatedAt, sealed: kept })
    const chunk = await before.seal('claimChunks', 'keke.1:0', 'chunk')
    await database.claimChunks.put({ id: 'keke.1:0', snapshotId: 'keke.1', sealed: chunk })
  })

  const office = { current: now, earlier: [between, before] }
  const own = { officerId: 'own', current: ownNow, earlier: [ownBefore] }
  valueOf(await resealRows(storage, { office, own }))

  const rows = new Map(
    valueOf(await storage.use((database) => database.drafts.toArray())).map((row) => [row.id, row.sealed]),
  )
  const open = async (seal: RowSeal, id: string): Promise<string | null> =>
    await seal.unseal('drafts', id, rows.get(id) ?? new Uint8Array())
  expect([await open(now, 'a'), await open(now, 'b')]).toEqual(['draft a', 'draft b'])
  expect([await open(before, 'a'), await open(ownBefore, 'c')]).toEqual([null, null])
  expect([await open(ownNow, 'c'), await open(others, 'd')]).toEqual(['draft c', 'draft d'])
  expect(rows.get('e')).toEqual(new Uint8Array(60))
  const kept = valueOf(await storage.use((database) => database.keptClaims.get('k')))
  expect(kept && (await now.unseal('keptClaims', 'k', kept.sealed))).toBe('kept')
  const chunk = valueOf(await storage.use((database) => database.claimChunks.get('keke.1:0')))
  expect(chunk && (await now.unseal('claimChunks', 'keke.1:0', chunk.sealed))).toBe('chunk')
})
