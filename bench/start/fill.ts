import { buildDirectoryIndex } from '#renderer/data/search/directory-index.ts'
import { packChunks, publishSnapshot, writeSnapshot } from '#renderer/data/repositories/directory-store.ts'
import { openPageStorage } from '#renderer/data/repositories/page-storage.ts'
import type { Environment } from '#shared/domain/product.ts'
import { benchPharmacies } from '../directory/made-up.ts'

/** Runs in the application's page: stores made-up pharmacies as if read from the insurer. */
async function fillPage(environment: Environment, pharmacies: number): Promise<void> {
  const storage = await openPageStorage(environment)
  if (!storage.ok) throw new Error('Nothing can be kept here.')
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
  storage.value.close()
}

Object.defineProperty(globalThis, 'fillPage', { value: fillPage })
