import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flushFolderNow } from '#main/platform/durable-file.ts'
import { noteElsewhere } from './engine-memory.ts'

/*
 * Copies of an outbox file from before a migration, for going back to the previous version of the program:
 *
 *   <file>.copying                   incomplete; deleted when found
 *   <file>.version-<n>-<time>        complete: the file of version n as it was at that time
 *
 * They hold what the file held, still sealed, for a week, and go whole when a policy is forgotten. They are paused, and
 * each claim is looked for before it is sent: what waited then may have been delivered since.
 */

const mostCopies = 2
const keptForMs = 7 * 24 * 3_600_000

interface VersionCopy {
  readonly name: string
  readonly version: number
  readonly madeAt: string
}

/** The names of the copies beside an outbox file, newest first. @throws the file system's error. */
export function versionCopies(path: string): readonly string[] {
  return copiesOf(path).map(({ name }) => name)
}

/**
 * Copies an open file before its version is changed; the copy is on the disk when this returns.
 * @throws the error of SQLite or the file system, after removing the partial copy.
 */
export function copyVersion(database: DatabaseSync, path: string, version: number, now: Date): void {
  const part = `${path}.copying`
  rmSync(part, { force: true })
  try {
    // Created empty first, so that no other user of the computer can ever read it.
    closeSync(openSync(part, 'wx', 0o600))
    database.prepare('VACUUM INTO ?').run(part)
    pause(part)
    checkCopy(part, version)
    flush(part)
    const name = `${basename(path)}.version-${version}-${now.toISOString().replace(/[:.]/g, '-')}`
    renameSync(part, join(dirname(path), name))
    flushFolderNow(path)
    // A copy of the same version comes from a start that was interrupted before it changed anything.
    const older = copiesOf(path).filter((copy) => copy.version === version && copy.name !== name)
    for (const copy of older) remove(path, copy.name)
  } catch (thrown) {
    rmSync(part, { force: true })
    throw thrown
  }
}

/** Removes expired copies and the remains of an interrupted copy. @throws the file system's error. */
export function removeOutdatedCopies(path: string, now: Date): void {
  rmSync(`${path}.copying`, { force: true })
  for (const [index, { name, madeAt }] of copiesOf(path).entries()) {
    // A clock that was far ahead when the copy was made must not keep it for years.
    const ageMs = Math.abs(now.getTime() - Date.parse(madeAt))
    if (index >= mostCopies || !(ageMs < keptForMs)) remove(path, name)
  }
}

/** Removes all copies. @returns how many. @throws the file system's error. */
export function removeCopies(path: string): number {
  const copies = copiesOf(path)
  for (const { name } of copies) remove(path, name)
  return copies.length
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
  const kept = copy
    .prepare("SELECT id FROM entry WHERE state NOT IN ('delivered', 'withdrawn') UNION SELECT id FROM draft")
    .all()
  noteElsewhere(
    copy,
    kept.map(({ id }) => String(id)),
  )
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
