import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { ClaimsDeskDatabase } from './claims-desk-database.ts'
import { newestVersion } from './schema.ts'

/** Why the page's database cannot be used. It is left as it is in each case. */
export type DatabaseFailure =
  | { readonly type: 'database-newer'; readonly found: number | null; readonly known: number }
  | { readonly type: 'database-unavailable'; readonly reason: 'disk-full' | 'other' }

const attempts = 3

/** The name of an environment's database. */
function databaseName(environment: Environment): string {
  return `claims-desk-${environment}`
}

/**
 * Opens an environment's database, reopening twice when that fails: Chromium reports a database that it has just
 * thrown away as a failed open, and the next open succeeds with an empty one, which is then restored from main.
 */
export async function openDatabase(
  environment: Environment,
): Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> {
  let last: unknown = null
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const database = new ClaimsDeskDatabase(databaseName(environment))
    try {
      await database.open()
      return ok(database)
    } catch (error) {
      database.close()
      if (errorNames(error).includes('VersionError')) return err(await newerDatabase(environment))
      last = error
    }
  }
  return err({ type: 'database-unavailable', reason: isQuota(last) ? 'disk-full' : 'other' })
}

/** Whether the browser refused because the disk, or its share of it, is full. */
export function isQuota(error: unknown): boolean {
  return errorNames(error).includes('QuotaExceededError')
}

async function newerDatabase(environment: Environment): Promise<DatabaseFailure> {
  const known = newestVersion
  try {
    const found = (await indexedDB.databases()).find(({ name }) => name === databaseName(environment))
    // Dexie multiplies its version numbers by ten.
    return { type: 'database-newer', found: found?.version === undefined ? null : found.version / 10, known }
  } catch {
    return { type: 'database-newer', found: null, known }
  }
}

// Dexie wraps the browser's error in its own and keeps the first as `inner`.
function errorNames(error: unknown): string[] {
  if (!(error instanceof Object)) return []
  const own = 'name' in error && typeof error.name === 'string' ? [error.name] : []
  return 'inner' in error ? [...own, ...errorNames(error.inner)] : own
}
