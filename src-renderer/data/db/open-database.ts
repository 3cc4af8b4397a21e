import { Dexie } from 'dexie'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { ClaimsDeskDatabase } from './claims-desk-database.ts'
import { newestVersion } from './schema.ts'

/** Why the page's database cannot be used. It is left as it is in each case. */
export type DatabaseFailure =
  | { readonly type: 'database-newer'; readonly found: number | null; readonly known: number }
  | { readonly type: 'database-unavailable'; readonly reason: 'disk-full' | 'other' }

const attempts = 3

/** An open database; `generation` counts an environment's databases from 1 on. */
export interface OpenedDatabase {
  readonly database: ClaimsDeskDatabase
  readonly generation: number
}

/** Which of an environment's databases is opened. */
export interface WhichDatabase {
  /**
   * Goes on in a new database when this one never opens: kept in SQLite, Chromium leaves a damaged one where it is and
   * refuses it for ever. The damaged one stays untouched. For the start-up alone, which restores.
   */
  readonly startsFresh?: boolean
  /** Those before this one are known to be damaged. */
  readonly from?: number
}

/** Names tried before giving up: as often may an environment's database be damaged for good. */
const mostGenerations = 9

/** The name of an environment's database: of the first one, or of one that followed a damaged one. */
function databaseName(environment: Environment, generation: number): string {
  return generation === 1 ? `claims-desk-${environment}` : `claims-desk-${environment}-${generation}`
}

/**
 * Opens an environment's database, reopening twice when that fails: Chromium reports a database that it has just
 * thrown away as a failed open, and the next open succeeds with an empty one, which is then restored from main.
 */
export async function openDatabase(
  environment: Environment,
  { startsFresh = false, from = 1 }: WhichDatabase = {},
): Promise<Result<OpenedDatabase, DatabaseFailure>> {
  const newest = Math.max(from, await newestGeneration(environment))
  const last = startsFresh ? mostGenerations : newest
  let failure: DatabaseFailure = { type: 'database-unavailable', reason: 'other' }
  for (let generation = newest; generation <= last; generation += 1) {
    const opened = await openNamed(databaseName(environment, generation))
    if (opened.ok) return ok({ database: opened.value, generation })
    failure = opened.error
    if (!isDamage(failure)) break
  }
  return err(failure)
}

/** Whether this page keeps anything of an environment: a look at it makes no database. */
export async function hasDatabase(environment: Environment): Promise<Result<boolean, DatabaseFailure>> {
  try {
    const names = new Set((await indexedDB.databases()).map(({ name }) => name))
    const all = Array.from({ length: mostGenerations }, (_, index) => databaseName(environment, index + 1))
    return ok(all.some((name) => names.has(name)))
  } catch {
    return err({ type: 'database-unavailable', reason: 'other' })
  }
}

/** Removes the damaged databases that came before the one in use. */
export async function deleteEarlierDatabases(environment: Environment, inUse: number): Promise<void> {
  for (let generation = 1; generation < inUse; generation += 1) {
    await Dexie.delete(databaseName(environment, generation)).catch(() => undefined)
  }
}

/** Whether this looks like a damaged file: what a new database would mend. */
export function isDamage(failure: { readonly type: string; readonly reason?: string }): boolean {
  return failure.type === 'database-unavailable' && failure.reason === 'other'
}

/** The database in use is the newest there is; one that is damaged for good is not listed. */
async function newestGeneration(environment: Environment): Promise<number> {
  try {
    const names = new Set((await indexedDB.databases()).map(({ name }) => name))
    for (let generation = mostGenerations; generation > 1; generation -= 1) {
      if (names.has(databaseName(environment, generation))) return generation
    }
  } catch {
    // Not to be listed: the first one is tried.
  }
  return 1
}

async function openNamed(name: string): Promise<Result<ClaimsDeskDatabase, DatabaseFailure>> {
  let last: unknown = null
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const database = new ClaimsDeskDatabase(name)
    try {
      await database.open()
      return ok(database)
    } catch (error) {
      database.close()
      if (errorNames(error).includes('VersionError')) return err(await newerDatabase(name))
      last = error
    }
  }
  return err({ type: 'database-unavailable', reason: isQuota(last) ? 'disk-full' : 'other' })
}

/** Whether the browser refused because the disk, or its share of it, is full. */
export function isQuota(error: unknown): boolean {
  return errorNames(error).includes('QuotaExceededError')
}

/** What an action fails with when the browser has closed the database under it, or lost its file for a moment. */
const lostConnection = ['AbortError', 'DatabaseClosedError', 'InvalidStateError', 'UnknownError']

/** Whether the action may succeed once the database is opened again. */
export function isConnectionLost(error: unknown): boolean {
  return !isQuota(error) && errorNames(error).some((name) => lostConnection.includes(name))
}

/** Whether the browser's database or Dexie says so, and not a mistake in our own code. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof DOMException || error instanceof Dexie.DexieError
}

async function newerDatabase(wanted: string): Promise<DatabaseFailure> {
  const known = newestVersion
  try {
    const found = (await indexedDB.databases()).find(({ name }) => name === wanted)
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
