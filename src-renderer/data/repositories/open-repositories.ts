import { DirectoryRepository } from './directory-repository.ts'
import { PharmaciesRepository } from './pharmacies-repository.ts'
import { createWorkerStore } from './worker-store.ts'

/** The pharmacies of one insurer: their search, and their download. */
export interface Repositories {
  readonly pharmacies: PharmaciesRepository
  readonly directory: DirectoryRepository
  close(): void
}

/** @param store where they are stored; tests have it in the caller's thread */
export function openRepositories(insurer: string, store = createWorkerStore(insurer)): Repositories {
  const directory = new DirectoryRepository(store)
  return {
    pharmacies: new PharmaciesRepository(store),
    directory,
    close: () => {
      directory.close()
      store.close()
    },
  }
}
