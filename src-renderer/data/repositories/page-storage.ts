import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimsDeskDatabase } from '../db/claims-desk-database.ts'
import {
  isConnectionLost,
  isDatabaseError,
  isQuota,
  openDatabase,
  type DatabaseFailure,
  type OpenedDatabase,
} from '../db/open-database.ts'

/** The open database of this page. It reopens itself after the browser has closed it. */
export interface PageStorage {
  /**
   * Runs an action on the database. If the connection is lost, it reopens the database and retries once. An error of
   * the database is returned as a failure; a bug in the action is thrown.
   */
  use<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<Result<T, DatabaseFailure>>
  /** The same for live queries, which expect failures to be thrown. */
  read<T>(action: (database: ClaimsDeskDatabase) => PromiseLike<T>): Promise<T>
  close(): void
}

/** Opens the database of an environment. */
export async function openPageStorage(
  environment: Environment,
): Promise<Result<PageStorage, DatabaseFailure>> {
  const opened = await openDatabase(environment)
  return opened.ok ? ok(pageStorage(environment, opened.value)) : opened
}

function pageStorage(environment: Environment, { database: first, generation }: OpenedDatabase): PageStorage {
  let database = first
  let reopening: Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> | null = null

  // Several callers may find it closed at the same time: one reopens it, and all wait for that.
  const reopen = (): Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> => {
    reopening ??= (async () => {
      database.close()
      const opened = await openDatabase(environment, generation)
      reopening = null
      if (!opened.ok) return opened
      database = opened.value.database
      return ok(database)
    })()
    return reopening
  }

  return {
    async use(action) {
      const first = await attempt(action, database)
      if (first.ok) return first
      if (!isConnectionLost(first.error)) return err(failureOf(first.error))
      const opened = await reopen()
      if (!opened.ok) return opened
      const second = await attempt(action, opened.value)
      return second.ok ? second : err(failureOf(second.error))
    },
    read: async (action) => await action(database),
    close: () => database.close(),
  }
}

/** The database's error as a failure. @throws any other error. */
async function attempt<T>(
  action: (database: ClaimsDeskDatabase) => PromiseLike<T>,
  database: ClaimsDeskDatabase,
): Promise<Result<T, unknown>> {
  try {
    return ok(await action(database))
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    return err(error)
  }
}

function failureOf(error: unknown): DatabaseFailure {
  return { type: 'database-unavailable', reason: isQuota(error) ? 'disk-full' : 'other' }
}
