import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { takeBack } from './arriving.ts'
import { fileVersion } from './file-version.ts'
import { migrate, migrations, newestVersion, versionOf } from './migrations.ts'
import { finishRebuilding, isRebuildingCutOff, markNotified, rebuild, type Rebuilt } from './rebuild.ts'
import { guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'
import { copyVersion, removeOutdatedCopies } from './version-copies.ts'

/** An open outbox file; `rebuilt` describes the damaged file kept aside, if the one found could not be used. */
export interface OpenedFile {
  readonly database: DatabaseSync
  readonly rebuilt: Rebuilt | null
}

export type OpenFailure =
  | StorageFailure
  | { readonly type: 'newer'; readonly found: number; readonly known: number }

/** The open outbox file of an environment, or why it is not open. */
export interface OpenedStorage {
  readonly database: DatabaseSync | null
  readonly status: StorageStatus
}

/** Opens the outbox file; what can be recovered from a damaged one is copied into its successor. */
export function openStorage(path: string, now: Date): OpenedStorage {
  const folder = guardStorage(() => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  if (!folder.ok) return { database: null, status: unavailable(folder.error) }
  const opened = openOutboxFile(path, now)
  if (!opened.ok) return { database: null, status: unavailable(opened.error) }
  const { database, rebuilt } = opened.value
  if (rebuilt === null) return { database, status: { type: 'ready' } }
  const count = (table: 'entry' | 'draft'): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'] ?? 0)
  const rescued = { rescuedEntries: count('entry'), rescuedDrafts: count('draft') }
  const { damagedFile, unreadableRows } = rebuilt
  return { database, status: { type: 'rebuilt', keptAs: basename(damagedFile), ...rescued, unreadableRows } }
}

/** Why the outbox cannot be used, as reported to the page. */
export function unavailable(failure: OpenFailure | { readonly type: 'storage-unavailable' }): StorageStatus {
  if (failure.type === 'newer') return failure
  const reason = failure.type === 'disk-full' || failure.type === 'read-only' ? failure.type : 'other'
  return { type: 'unavailable', reason }
}

/**
 * Opens the outbox file, creating or migrating it as needed; it is copied before a migration. Every commit is on the
 * disk when it returns (`journal_mode=WAL, synchronous=FULL`).
 *
 * @param steps the migrations of this code; tests add a made-up next one
 * @returns `newer` for a file of a newer version, of which and of whose log no byte changes; a damaged file is kept aside, named in
 *   `rebuilt`, and replaced by a new one with what could be read of it.
 */
export function openOutboxFile(path: string, now: Date, steps = migrations): Result<OpenedFile, OpenFailure> {
  // Checked before SQLite opens it: next to a read-only file, SQLite would leave a log that is read-only too.
  const writable = guardStorage(() => askToWrite(path))
  if (!writable.ok) return writable

  const found = guardStorage(() => fileVersion(path))
  if (!found.ok) return found
  if (found.value > steps.length) return err({ type: 'newer', found: found.value, known: steps.length })

  const finished = guardStorage(() => finishRebuilding(path, now))
  if (!finished.ok) return finished
  const first = tryOpen(path, steps)
  if (first.ok) return opened(path, first.value, finished.value)
  if (first.error.type !== 'damaged') return first

  const rebuilt = rebuild(path, now, (target) => tryOpen(target, steps))
  if (!rebuilt.ok) return rebuilt
  const second = tryOpen(path, steps)
  return second.ok ? opened(path, second.value, rebuilt.value) : second
}

/**
 * Opens the outbox file of an environment that is not in use. A file that is damaged or whose rebuild was interrupted
 * stays as it is: it is rebuilt, and reported, when the environment itself is opened.
 */
export function openWholeOutboxFile(path: string, steps = migrations): Result<DatabaseSync, OpenFailure> {
  const found = guardStorage(() => {
    askToWrite(path)
    return { version: fileVersion(path), isCutOff: isRebuildingCutOff(path) }
  })
  if (!found.ok) return found
  const { version, isCutOff } = found.value
  if (version > steps.length) return err({ type: 'newer', found: version, known: steps.length })
  return isCutOff ? err({ type: 'damaged' }) : tryOpen(path, steps)
}

/** Whether a file has a newer version; false for a file that cannot be read. */
export function isOfNewerVersion(path: string): boolean {
  const header = guardStorage(() => fileVersion(path))
  return header.ok && header.value > newestVersion
}

function opened(
  path: string,
  database: DatabaseSync,
  rebuilt: Rebuilt | null,
): Result<OpenedFile, OpenFailure> {
  const marked = guardStorage(() => markNotified(path))
  if (marked.ok) return ok({ database, rebuilt })
  database.close()
  return marked
}

function askToWrite(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) accessSync(path + suffix, constants.W_OK)
  }
}

function tryOpen(path: string, steps: readonly string[]): Result<DatabaseSync, OpenFailure> {
  const opened = guardStorage(() => new DatabaseSync(path, { enableForeignKeyConstraints: true }))
  if (!opened.ok) {
    // SQLite only reports that it cannot open the file; often the cause is a read-only folder.
    const allowed = guardStorage(() => accessSync(dirname(path), constants.W_OK))
    return allowed.ok ? opened : allowed
  }
  const database = opened.value
  const prepared = guardStorage(() => prepare(database, path, steps))
  if (!prepared.ok) {
    database.close()
    return prepared
  }
  if (prepared.value === null) return ok(database)
  database.close()
  return err(prepared.value)
}

function prepare(database: DatabaseSync, path: string, steps: readonly string[]): OpenFailure | null {
  const found = versionOf(database)
  if (found > steps.length) return { type: 'newer', found, known: steps.length }
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  // Deleted data is overwritten, and temporary data of a rewrite (VACUUM) never reaches a disk.
  database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
  if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return { type: 'damaged' }
  const now = new Date()
  // Without room for a copy nothing is changed: a failed update must not lose the claims.
  if (found > 0 && found < steps.length) copyVersion(database, path, found, now)
  migrate(database, steps)
  removeOutdatedCopies(path, now)
  while (takeBack(database)) continue
  // SQLite silently opens a read-only file; fail now rather than at the first entry.
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${versionOf(database)}; ROLLBACK`)
  return null
}
