import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimsDeskDatabase } from '../db/claims-desk-database.ts'
import {
  isQuota,
  openDatabase,
  type DatabaseFailure,
  type OpenedDatabase,
  type WhichDatabase,
} from '../db/open-database.ts'

/** The open database of this page. It reopens itself when the browser closed it. */
export interface PageStorage {
  /** Which of the environment's databases it is. */
  readonly generation: number
  /** Does something with the database; when that fails, reopens it and tries once more. */
  use<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<Result<T, DatabaseFailure>>
  /** The same inside a live query: what fails is thrown, as a live query expects. */
  read<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<T>
  close(): void
}

/** Opens the database of an environment. */
export async function openPageStorage(
  environment: Environment,
  which: WhichDatabase = {},
): Promise<Result<PageStorage, DatabaseFailure>> {
  const opened = await openDatabase(environment, which)
  return opened.ok ? ok(pageStorage(environment, opened.value)) : opened
}

function pageStorage(environment: Environment, { database: first, generation }: OpenedDatabase): PageStorage {
  let database = first
  let reopening: Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> | null = null

  // Several callers may find it closed at once: one of them reopens, all of them wait for that.
  const reopen = (): Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> => {
    reopening ??= (async () => {
      database.close()
      const opened = await openDatabase(environment, { from: generation })
      reopening = null
      if (!opened.ok) return opened
      database = opened.value.database
      return ok(database)
    })()
    return reopening
  }

  return {
    generation,
    async use(action) {
      try {
        return ok(await action(database))
      } catch {
        const opened = await reopen()
        if (!opened.ok) return opened
        try {
          return ok(await action(opened.value))
        } catch (error) {
          return err({ type: 'database-unavailable', reason: isQuota(error) ? 'disk-full' : 'other' })
        }
      }
    },
    read: async (action) => await action(database),
    close: () => database.close(),
  }
}
