import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimsDeskDatabase } from '../db/claims-desk-database.ts'
import { isQuota, openDatabase, type DatabaseFailure } from '../db/open-database.ts'

/** The open database of this page. It reopens itself when the browser closed it. */
export interface PageStorage {
  /** Does something with the database; when that fails, reopens it and tries once more. */
  use<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<Result<T, DatabaseFailure>>
  /** The same inside a live query: what fails is thrown, as a live query expects. */
  read<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<T>
  close(): void
}

/** Opens the database of an environment. @param beginsAnew in place of one that is damaged for good. */
export async function openPageStorage(
  environment: Environment,
  beginsAnew = false,
): Promise<Result<PageStorage, DatabaseFailure>> {
  const opened = await openDatabase(environment, beginsAnew)
  return opened.ok ? ok(pageStorage(environment, opened.value)) : opened
}

function pageStorage(environment: Environment, first: ClaimsDeskDatabase): PageStorage {
  let database = first
  let reopening: Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> | null = null

  // Several callers may find it closed at once: one of them reopens, all of them wait for that.
  const reopen = (): Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> => {
    reopening ??= (async () => {
      database.close()
      const opened = await openDatabase(environment)
      if (opened.ok) database = opened.value
      reopening = null
      return opened
    })()
    return reopening
  }

  return {
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
