import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flushFolder } from './flush-folder.ts'
import { inTransaction } from '../platform/transaction.ts'

/*
 * Copies of an outbox file as it was before its tables were changed, for going back to the program of before:
 *
 *   <file>.copying                   being written: worth nothing, thrown away
 *   <file>.version-<n>-<time>        whole, as the file of version n was at that time
 *
 * They hold what the file held, sealed as it was; so whatever removes something from the file has to reach them too.
 * And they are paused: what waited then may have been delivered since, and must not go out by itself once more.
 */

const mostCopies = 2
const keptForMs = 14 * 24 * 3_600_000

interface VersionCopy {
  readonly name: string
  readonly version: number
  readonly madeAt: string
}

/** The names of the copies beside an outbox file, the newest first. Throws what the disk says. */
export function versionCopies(path: string): readonly string[] {
  return copiesOf(path).map(({ name }) => name)
}

/**
 * Copies an open file before its version is changed; it is on the disk when this returns. Throws what SQLite and the
 * disk say, with nothing left of it.
 */
export function copyVersion(database: DatabaseSync, path: string, version: number, now: Date): void {
  const part = `${path}.copying`
  rmSync(part, { force: true })
  try {
    // Empty but there already, so that it is never anybody else's to read.
    closeSync(openSync(part, 'wx', 0o600))
    database.prepare('VACUUM INTO ?').run(part)
    pause(part)
    checkCopy(part, version)
    flush(part)
    const name = `${basename(path)}.version-${version}-${now.toISOString().replace(/[:.]/g, '-')}`
    renameSync(part, join(dirname(path), name))
    flushFolder(path)
    // One of the same version is from a start that was cut off before it changed anything.
    const older = copiesOf(path).filter((copy) => copy.version === version && copy.name !== name)
    for (const copy of older) remove(path, copy.name)
  } catch (thrown) {
    rmSync(part, { force: true })
    throw thrown
  }
}

/** Removes copies that have had their time, and what a cut-off copying left. Throws what the disk says. */
export function removeOutdatedCopies(path: string, now: Date): void {
  rmSync(`${path}.copying`, { force: true })
  for (const [index, { name, madeAt }] of copiesOf(path).entries()) {
    // A clock that was far ahead then must not keep one for years.
    const ageMs = Math.abs(now.getTime() - Date.parse(madeAt))
    if (index >= mostCopies || !(ageMs < keptForMs)) remove(path, name)
  }
}

/** Removes all of them. @returns how many. Throws what the disk says. */
export function removeCopies(path: string): number {
  const copies = copiesOf(path)
  for (const { name } of copies) remove(path, name)
  return copies.length
}

/**
 * Removes entries from the copies too, with every byte. A copy in which that cannot be done is removed as a whole.
 * Throws what the disk says.
 */
export function removeFromCopies(path: string, entryIds: readonly string[]): void {
  for (const { name } of copiesOf(path)) {
    if (!isRemoved(join(dirname(path), name), entryIds)) remove(path, name)
  }
}

function isRemoved(copy: string, entryIds: readonly string[]): boolean {
  try {
    // Every version has entries by their ids, and lets go with them what belongs to them.
    using database = new DatabaseSync(copy, { enableForeignKeyConstraints: true })
    database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    const statement = database.prepare('DELETE FROM entry WHERE id = ?')
    const removed = inTransaction(database, () =>
      entryIds.reduce((sum, id) => sum + Number(statement.run(id).changes), 0),
    )
    if (removed > 0) database.exec('VACUUM')
    return true
  } catch {
    return false
  }
}

function copiesOf(path: string): readonly VersionCopy[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  const mark = `${basename(path)}.version-`
  const pattern = /^(\d+)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/
  return readdirSync(folder)
    .flatMap((name) => {
      const [, version, hour, minute, second, rest] = name.startsWith(mark)
        ? (pattern.exec(name.slice(mark.length)) ?? [])
        : []
      return version === undefined || hour === undefined
        ? []
        : [{ name, version: Number(version), madeAt: `${hour}:${minute}:${second}.${rest}` }]
    })
    .sort((a, b) => b.madeAt.localeCompare(a.madeAt))
}

function pause(path: string): void {
  using copy = new DatabaseSync(path)
  copy.prepare(`INSERT OR REPLACE INTO engine_memory (name, value) VALUES ('paused', 'yes')`).run()
}

function checkCopy(path: string, version: number): void {
  using copy = new DatabaseSync(path, { readOnly: true })
  const isSound = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
  const isSame = copy.prepare('PRAGMA user_version').get()?.['user_version'] === version
  if (!isSound || !isSame) throw Object.assign(new Error('The copy is not whole'), { code: 'EIO' })
}

function remove(path: string, name: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) {
    rmSync(join(dirname(path), name + end), { force: true })
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
