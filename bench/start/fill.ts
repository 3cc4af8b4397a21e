import { databaseOf, PharmaciesDatabase } from '#renderer/data/db/pharmacies-database.ts'
import { putDirectory } from '#renderer/data/repositories/pharmacy-store.ts'
import { packPharmacies } from '#renderer/data/search/packed-pharmacies.ts'
import { benchPharmacies } from '../directory/made-up.ts'

/** Runs in the application's page: stores made-up pharmacies as if read from the insurer. */
async function fillPage(insurer: string, count: number): Promise<void> {
  const database = new PharmaciesDatabase(databaseOf(insurer))
  const pharmacies = benchPharmacies(count)
  const fetchedAt = new Date().toISOString()
  await putDirectory(
    database,
    { key: 'published', fetchedAt, count, total: count, isComplete: true, triedAt: null },
    packPharmacies(pharmacies),
  )
  database.close()
}

Object.defineProperty(globalThis, 'fillPage', { value: fillPage })
