import { Dexie } from 'dexie'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { ClaimsDeskDatabase } from './claims-desk-database.ts'
import { newestVersion } from './schema.ts'

/** Why the page's database cannot be used. It is left untouched in every case. */
export type DatabaseFailure =
  | { readonly type: 'database-newer'; readonly found: number | null; readonly known: number }
  | { readonly type: 'database-unavailable'; readonly reason: 'disk-full' | 'other' }

const attempts = 3

/** An open database; `generation` numbers an environment's databases from 1. */
export interface OpenedDatabase {
  readonly database: ClaimsDeskDatabase
  readonly generation: number
}

/** Names tried before giving up; every earlier database of the environment is then damaged for good. */
const mostGenerations = 9

/** The name of an environment's database: the first one, or one that replaced a damaged one. */
function databaseName(environment: Environment, generation: number): string {
  return generation === 1 ? `claims-desk-${environment}` : `claims-desk-${environment}-${generation}`
}

/**
 * Opens an environment's database, with two retries: Chromium reports a database that it has just deleted as a failed
 * open, and the next open succeeds with an empty one. Where it never opens at the start, a new one takes its place: with
 * its SQLite backend, Chromium leaves a damaged database where it is and refuses it forever. What was in it is read again.
 *
 * @param reopened the generation that was open before; null at the start
 */
export async function openDatabase(
  environment: Environment,
  reopened: number | null = null,
): Promise<Result<OpenedDatabase, DatabaseFailure>> {
  const newest = Math.max(reopened ?? 1, await newestGeneration(environment))
  const last = reopened === null ? mostGenerations : newest
  let failure: DatabaseFailure = { type: 'database-unavailable', reason: 'other' }
  for (let generation = newest; generation <= last; generation += 1) {
    const opened = await openNamed(databaseName(environment, generation))
    if (opened.ok) {
      void deleteEarlier(environment, generation)
      return ok({ database: opened.value, generation })
    }
    failure = opened.error
    if (!isDamage(failure)) break
  }
  return err(failure)
}

/** Deletes the damaged databases that the one in use replaced. */
async function deleteEarlier(environment: Environment, inUse: number): Promise<void> {
  for (let generation = 1; generation < inUse; generation += 1) {
    await Dexie.delete(databaseName(environment, generation)).catch(() => undefined)
  }
}

/** Whether this looks like a damaged file, which a new database would fix. */
function isDamage(failure: { readonly type: string; readonly reason?: string }): boolean {
  return failure.type === 'database-unavailable' && failure.reason === 'other'
}

/** The newest database is the one in use; one that is damaged for good is not listed. */
async function newestGeneration(environment: Environment): Promise<number> {
  try {
    const names = new Set((await indexedDB.databases()).map(({ name }) => name))
    for (let generation = mostGenerations; generation > 1; generation -= 1) {
      if (names.has(databaseName(environment, generation))) return generation
    }
  } catch {
    // The list is not available: try the first one.
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

/** The errors of an action whose database the browser has closed, or whose file was briefly lost. */
const lostConnection = ['AbortError', 'DatabaseClosedError', 'InvalidStateError', 'UnknownError']

/** Whether the action may succeed once the database is reopened. */
export function isConnectionLost(error: unknown): boolean {
  return !isQuota(error) && errorNames(error).some((name) => lostConnection.includes(name))
}

/** Whether the error comes from the browser's database or Dexie, not from a bug in our own code. */
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
