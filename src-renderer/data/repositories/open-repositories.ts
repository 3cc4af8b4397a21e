import type { Environment } from '#shared/domain/product.ts'
import { DirectoryRepository } from './directory-repository.ts'
import { PharmaciesRepository } from './pharmacies-repository.ts'
import { createWorkerStore } from './worker-store.ts'

/** The pharmacies of one environment: their search, and their download. */
export interface Repositories {
  readonly pharmacies: PharmaciesRepository
  readonly directory: DirectoryRepository
  close(): void
}

/** @param store where they are stored; tests have it in the caller's thread */
export function openRepositories(
  environment: Environment,
  store = createWorkerStore(environment),
): Repositories {
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
