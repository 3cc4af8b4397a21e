import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { createClaimLists } from './claims-repository-lists.ts'
import { createKeptDataRepository, type KeptDataRepository } from './kept-data-repository.ts'
import { createClaimsRepository, type ClaimsRepository } from './claims-repository.ts'
import { createDirectoryRepository, type DirectoryRepository } from './directory-repository.ts'
import { createWorkerDirectory, type WorkerDirectory } from './directory-worker-client.ts'
import { leaveEarlierKeys, openEnvironmentsKeys, pageSealsOf } from './page-seals.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createPharmaciesRepository, type PharmaciesRepository } from './pharmacies-repository.ts'

export type StartUpFailure = Failure | DatabaseFailure

/** The data of the open environment. */
export interface Repositories {
  readonly claims: ClaimsRepository
  readonly pharmacies: PharmaciesRepository
  readonly directory: DirectoryRepository
  readonly keptData: KeptDataRepository
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
  const rowKeys = await openEnvironmentsKeys.keys()
  if (!rowKeys.ok) return rowKeys
  const seals = await pageSealsOf(rowKeys.value)
  if (seals === null) return err({ type: 'wrong-shape' })
  const opened = await openPageStorage(status.environment, { startsFresh: true })
  if (!opened.ok) return opened
  const storage = opened.value
  // Before anything else uses the rows: a row written in the meantime could be sealed with a key that is destroyed.
  await leaveEarlierKeys(openEnvironmentsKeys, storage, seals)
  const directory = createDirectoryRepository(storage, () =>
    createStore({ environment: status.environment, storage }),
  )
  const lists = createClaimLists(storage, seals.office)
  return ok({
    keptData: createKeptDataRepository({ storage, environment: status.environment, lists }),
    claims: createClaimsRepository(lists),
    pharmacies: createPharmaciesRepository(storage, directory),
    directory,
    close: () => {
      directory.close()
      storage.close()
    },
  })
}
