import type { Environment } from '#shared/domain/product.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { ok, type Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { createDirectoryRepository, type DirectoryRepository } from './directory-repository.ts'
import { createWorkerDirectory, type WorkerDirectory } from './directory-worker-client.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createPharmaciesRepository, type PharmaciesRepository } from './pharmacies-repository.ts'

export type StartUpFailure = DatabaseFailure

/** The data of the open environment. */
export interface Repositories {
  readonly pharmacies: PharmaciesRepository
  readonly directory: DirectoryRepository
  close(): void
}

/** Where the stored directory is searched: in a worker; tests may run it in the caller's thread. */
type StoreOf = (place: {
  readonly environment: Environment
  readonly storage: PageStorage
}) => WorkerDirectory

/** Opens this page's data for the environment. */
export async function openRepositories(
  status: AppStatus,
  createStore: StoreOf = ({ environment }) => createWorkerDirectory(environment),
): Promise<Result<Repositories, StartUpFailure>> {
  const opened = await openPageStorage(status.environment)
  if (!opened.ok) return opened
  const storage = opened.value
  const directory = createDirectoryRepository(storage, () =>
    createStore({ environment: status.environment, storage }),
  )
  return ok({
    pharmacies: createPharmaciesRepository(storage, directory),
    directory,
    close: () => {
      directory.close()
      storage.close()
    },
  })
}
