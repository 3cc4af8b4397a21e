import { buildDirectoryIndex } from '#renderer/data/search/directory-index.ts'
import { createClaimLists } from '#renderer/data/repositories/claims-repository-lists.ts'
import { packChunks, publishSnapshot, writeSnapshot } from '#renderer/data/repositories/directory-store.ts'
import { openPageStorage } from '#renderer/data/repositories/page-storage.ts'
import { createRowSeal } from '#renderer/data/repositories/row-seal.ts'
import { products, type Environment } from '#shared/domain/product.ts'
import { madeUpClaimList } from '../claims-list/made-up-claims.ts'
import { benchPharmacies } from '../directory/made-up.ts'

/** Runs in the application's page: stores made-up pharmacies and claims as if read from the insurer. */
async function fillPage(environment: Environment, pharmacies: number, claims: number): Promise<void> {
  const storage = await openPageStorage(environment)
  const keys = await window.bridge.request('session:row-key')
  const seal = keys.ok ? await createRowSeal(keys.value.office) : null
  if (!storage.ok || seal === null) throw new Error('Nothing can be kept here.')
  const fetchedAt = new Date().toISOString()
  const all = benchPharmacies(pharmacies)
  const written = await storage.value.use(async (database) => {
    await writeSnapshot(database, 'bench', packChunks(all), buildDirectoryIndex(all))
    await publishSnapshot(database, {
      key: 'published',
      snapshotId: 'bench',
      fetchedAt,
      count: pharmacies,
      total: pharmacies,
      isComplete: true,
      triedAt: null,
    })
  })
  if (!written.ok) throw new Error(written.error.type)
  const lists = createClaimLists(storage.value, seal)
  for (const product of products) {
    const writer = await lists.begin(product, claims)
    await writer.add(madeUpClaimList(product, claims / products.length))
    const published = await lists.publish(writer, { fetchedAt, etag: null })
    if (!published.ok || published.value === null) throw new Error('The claims were not stored.')
  }
  storage.value.close()
}

Object.defineProperty(globalThis, 'fillPage', { value: fillPage })
