import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result } from '#shared/result.ts'
import { migrate, newestVersion, versionOf } from './migrations.ts'
import { guardStorage, type StorageFailure } from '../../storage-failure.ts'

/** An open outbox file; `damagedFile` names the file kept aside when the one found could not be used. */
interface OpenedFile {
  readonly database: DatabaseSync
  readonly damagedFile: string | null
}

type OpenFailure = StorageFailure | { readonly type: 'newer'; readonly found: number; readonly known: number }

/**
 * Opens the outbox file, making or migrating it as needed. Every commit is on the disk when it returns
 * (`journal_mode=WAL, synchronous=FULL`).
 *
 * @returns `newer` for a file of a newer version, which stays untouched to the byte; a damaged file is renamed, named
 *   in `damagedFile`, and a new one takes its place.
 */
export function openOutboxFile(path: string, now: Date): Result<OpenedFile, OpenFailure> {
  const header = guardStorage(() => readHeaderVersion(path))
  if (!header.ok) return header
  if (header.value > newestVersion) return err({ type: 'newer', found: header.value, known: newestVersion })

  const first = tryOpen(path)
  if (first.ok) return ok({ database: first.value, damagedFile: null })
  if (first.error.type !== 'damaged') return first

  const kept = guardStorage(() => keepAside(path, now))
  if (!kept.ok) return kept
  const second = tryOpen(path)
  return second.ok ? ok({ database: second.value, damagedFile: kept.value }) : second
}

// The user version stands at byte 60 of the file: read without SQLite, so that a newer file is not even opened.
function readHeaderVersion(path: string): number {
  if (!existsSync(path)) return 0
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(100)
    const length = readSync(file, header, 0, 100, 0)
    const isSqlite = header.toString('latin1', 0, 15) === 'SQLite format 3'
    return length === 100 && isSqlite ? header.readUInt32BE(60) : 0
  } finally {
    closeSync(file)
  }
}

function tryOpen(path: string): Result<DatabaseSync, OpenFailure> {
  const opened = guardStorage(() => new DatabaseSync(path, { enableForeignKeyConstraints: true }))
  if (!opened.ok) return opened
  const database = opened.value
  const prepared = guardStorage(() => prepare(database))
  if (!prepared.ok) {
    database.close()
    return prepared
  }
  if (prepared.value === null) return ok(database)
  database.close()
  return err(prepared.value)
}

function prepare(database: DatabaseSync): OpenFailure | null {
  // A newer version may still stand in the write-ahead log, which the header does not show.
  const found = versionOf(database)
  if (found > newestVersion) return { type: 'newer', found, known: newestVersion }
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return { type: 'damaged' }
  migrate(database)
  return null
}

// The log and the shared-memory file belong to the damaged file: left behind they would be replayed into the new one.
function keepAside(path: string, now: Date): string {
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const target = `${path}.damaged-${stamp}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
  }
  return target
}
