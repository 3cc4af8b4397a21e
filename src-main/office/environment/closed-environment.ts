import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { environments, type Environment, type RemoteEnvironment } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import { ClaimListStore } from '#main/claims/list-store.ts'
import { createKeptDetails } from '#main/claims/kept-details.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { openWholeOutboxFile, isOfNewerVersion, type OpenFailure } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { createKeptData, nothingKept } from '#main/office/privacy/kept-data.ts'
import type { DataKey } from '#main/platform/keys/data-key.ts'
import { outboxFileOf, listsFileOf, type EnvironmentServices } from './environment.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'

/** What can be read of an environment whether or not it is open. */
export type EnvironmentFiles = Pick<EnvironmentServices, 'kept'> & {
  /** Null where no list was ever kept. */
  readonly claimLists: EnvironmentServices['claimLists'] | null
}

/**
 * Opens the files of an environment that is not open, to be read or cleaned up; nothing is delivered from it. One that
 * was never used is empty, and no file is created.
 */
export function openClosedEnvironment(
  dataFolder: string,
  name: Environment,
  dataKey: DataKey,
): Result<{ readonly files: EnvironmentFiles; readonly close: () => Promise<void> }, OpenFailure> {
  const file = outboxFileOf(dataFolder, name)
  const isThere = guardStorage(() => [file, `${file}.rebuilt`].some((path) => existsSync(path)))
  if (!isThere.ok) return isThere
  if (!isThere.value)
    return ok({ files: { kept: nothingKept(file), claimLists: null }, close: () => Promise.resolve() })
  const opened = openWholeOutboxFile(file)
  if (!opened.ok) return opened
  const database = opened.value
  const protection = createRowProtection(dataKey)
  const kept = guardStorage(() =>
    createKeptData({
      database,
      file,
      outbox: new Outbox(database, protection),
      drafts: createDraftStore(database, protection),
      keptDetails: createKeptDetails(database, protection),
    }),
  )
  if (!kept.ok) {
    database.close()
    return kept
  }
  const lists = listsFileOf(dataFolder, name)
  const claimLists = existsSync(lists) ? new ClaimListStore(lists, protection) : null
  return ok({
    files: { kept: kept.value, claimLists },
    async close() {
      database.close()
      await claimLists?.close()
    },
  })
}

/** Whether nothing that needs a data key was ever kept here: no data key, no settings of ours, no environment. */
export function isNewInstallation(dataFolder: string): boolean {
  const names = ['data-key.json', 'settings.sealed', ...environments]
  return names.every((name) => !existsSync(join(dataFolder, name)))
}

/** Whether an officer captured something here; an unreadable file tells nothing. */
export function haveOfficersWorked(dataFolder: string): boolean {
  return environments.some((environment) => {
    const rows = askClosedFile(outboxFileOf(dataFolder, environment), workOfOfficers)
    return (rows ?? []).length > 0
  })
}

/** Whether an environment was ever opened here. */
export function wasOpened(dataFolder: string, environment: Environment): boolean {
  return existsSync(join(dataFolder, environment))
}

/** The environment of the insurer's that work here belongs to, as far as the folder shows; null for none. */
export function workedIn(dataFolder: string): RemoteEnvironment | null {
  if (wasOpened(dataFolder, 'live')) return 'live'
  return wasOpened(dataFolder, 'sandbox') ? 'sandbox' : null
}

const workOfOfficers = `
  SELECT 1 FROM entry WHERE officer_id IS NOT NULL
  UNION SELECT 1 FROM draft WHERE officer_id IS NOT NULL LIMIT 1`

const undelivered = `SELECT 1 FROM entry WHERE state NOT IN ('delivered', 'withdrawn') LIMIT 1`

/** Whether something here was never received; true too where that cannot be read. */
export function mayHoldUnsent(dataFolder: string, environment: Environment): boolean {
  const rows = askClosedFile(outboxFileOf(dataFolder, environment), undelivered)
  return rows === null || rows.length > 0
}

/** Reads what is not sealed in a file, whether or not it is open; null where that fails. */
function askClosedFile(path: string, sql: string): ReturnType<StatementSync['all']> | null {
  // A rebuild that was cut off may have moved the file away and not put its successor there.
  if (!existsSync(path)) return existsSync(`${path}.rebuilt`) ? null : []
  // Its columns may mean something else.
  if (isOfNewerVersion(path)) return null
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return database.prepare(sql).all()
  } catch {
    return null
  }
}
