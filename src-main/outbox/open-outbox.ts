import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result } from '#shared/result.ts'
import { fileVersion } from './file-version.ts'
import { migrate, migrations, newestVersion, versionOf } from './migrations.ts'
import { finishRebuilding, isRebuildingCutOff, markNotified, rebuild, type Rebuilt } from './rebuild.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import { copyVersion, removeOutdatedCopies } from './version-copies.ts'

/** An open outbox file; `rebuilt` tells of the file kept aside when the one found could not be used. */
export interface OpenedFile {
  readonly database: DatabaseSync
  readonly rebuilt: Rebuilt | null
}

export type OpenFailure =
  StorageFailure | { readonly type: 'newer'; readonly found: number; readonly known: number }

/**
 * Opens the outbox file, making or migrating it as needed; before a migration it is copied. Every commit is on the disk
 * when it returns (`journal_mode=WAL, synchronous=FULL`).
 *
 * @param steps the migrations of this code, or with a made-up next one in tests
 * @returns `newer` for a file of a newer version, which stays untouched to the byte; a damaged file is kept aside, named
 *   in `rebuilt`, and a new one with what could be read of it takes its place.
 */
export function openOutboxFile(path: string, now: Date, steps = migrations): Result<OpenedFile, OpenFailure> {
  const header = guardStorage(() => fileVersion(path))
  if (!header.ok) return header
  if (header.value > steps.length) return err({ type: 'newer', found: header.value, known: steps.length })

  // Asked before SQLite opens it: beside a file it may only read, it leaves a log that nobody may write to either.
  const writable = guardStorage(() => askToWrite(path))
  if (!writable.ok) return writable

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
 * Opens the outbox file of an environment that is not in use. A damaged one, or one whose rebuilding was cut off, stays
 * as it is: it is rebuilt, and told of, where the environment is opened.
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

/** Whether a file is of a newer version, without SQLite: one that cannot be read counts as none. */
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
    // SQLite says only that it cannot open the file; often its folder may not be written to.
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
  // A newer version may still stand in the write-ahead log, which the header does not show.
  const found = versionOf(database)
  if (found > steps.length) return { type: 'newer', found, known: steps.length }
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  // What is removed is overwritten, and what a rewriting of the file sets aside never reaches a disk.
  database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
  if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return { type: 'damaged' }
  const now = new Date()
  // Where there is no room for a copy nothing is changed: a version that fails must not take the claims with it.
  if (found > 0 && found < steps.length) copyVersion(database, path, found, now)
  migrate(database, steps)
  removeOutdatedCopies(path, now)
  // SQLite opens a file that it may not write to without a word: better told now than at the first entry.
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${versionOf(database)}; ROLLBACK`)
  return null
}
