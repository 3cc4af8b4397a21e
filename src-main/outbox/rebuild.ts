import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result } from '#shared/result.ts'
import { flushFolderNow } from '#main/platform/durable-file.ts'
import { salvage } from './salvage.ts'
import { emptyLog, guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'

/*
 * A damaged outbox file gets a successor with everything that could be read from it. A power cut may follow any step,
 * so the successor is written completely under its own name before anything is moved:
 *
 *   <file>.rebuilding    incomplete; deleted at the next start
 *   <file>.rebuilt       complete: replaces the damaged file, which is kept aside as <file>.damaged-<time>
 *   <file>.unreported    exists until an officer was notified, so that a crash before that cannot hide the damage
 */
const parts = ['', '-wal', '-shm'] as const

/** The result of a rebuild. */
export interface Rebuilt {
  /** The damaged file's new name. */
  readonly damagedFile: string
  /** Not known, and 0, where an earlier start copied the rows and was interrupted before it could report. */
  readonly unreadableRows: number
}

/**
 * Writes the successor of a damaged file and replaces the file with it. On failure the damaged file stays in place.
 * @param openNew opens a new file of the newest version.
 */
export function rebuild<F>(
  path: string,
  now: Date,
  openNew: (path: string) => Result<DatabaseSync, F>,
): Result<Rebuilt, F | StorageFailure> {
  const target = `${path}.rebuilding`
  const opened = openNew(target)
  if (!opened.ok) return opened
  const saved = guardStorage(() => {
    const unreadable = salvage(path, opened.value)
    // Where there is no room for it, the file alone would be empty.
    emptyLog(opened.value)
    return unreadable
  })
  const closed = guardStorage(() => opened.value.close())
  if (!saved.ok || !closed.ok) {
    guardStorage(() => remove(target))
    return saved.ok ? err({ type: 'io' }) : saved
  }
  const placed = guardStorage(() => {
    writeFileSync(`${path}.unreported`, '')
    renameSync(target, `${path}.rebuilt`)
    flushFolderNow(path)
    return putInPlace(path, now)
  })
  return placed.ok ? ok({ damagedFile: placed.value, unreadableRows: saved.value }) : placed
}

/** Whether a rebuild was interrupted after its successor was complete but not in place. @throws the disk's error. */
export function isRebuildingCutOff(path: string): boolean {
  return existsSync(`${path}.rebuilt`)
}

/**
 * Completes a rebuild that a crash or power cut interrupted. @returns null when there is none.
 * @throws the file system's error.
 */
export function finishRebuilding(path: string, now: Date): Rebuilt | null {
  remove(`${path}.rebuilding`)
  if (existsSync(`${path}.rebuilt`)) return { damagedFile: putInPlace(path, now), unreadableRows: 0 }
  const aside = existsSync(`${path}.unreported`) ? lastAside(path) : null
  return aside === null ? null : { damagedFile: aside, unreadableRows: 0 }
}

/** Removes the marker once the start continues and reports what happened. @throws the file system's error. */
export function markNotified(path: string): void {
  rmSync(`${path}.unreported`, { force: true })
}

function putInPlace(path: string, now: Date): string {
  const aside = existsSync(path) ? keepAside(path, now) : (lastAside(path) ?? path)
  renameSync(`${path}.rebuilt`, path)
  flushFolderNow(path)
  return aside
}

// The log and the shared-memory file belong to the damaged file; left behind they would be replayed into the new one.
function keepAside(path: string, now: Date): string {
  const target = `${path}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`
  // The file itself is moved last: while it is there, the next start repeats this.
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(path + part)) renameSync(path + part, target + part)
  }
  flushFolderNow(path)
  return target
}

function lastAside(path: string): string | null {
  const mark = `${basename(path)}.damaged-`
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(mark) && name.endsWith('Z'))
  const last = names.sort().at(-1)
  return last === undefined ? null : join(dirname(path), last)
}

function remove(path: string): void {
  for (const part of parts) rmSync(path + part, { force: true })
}

/** Damaged outbox files set aside, their logs, and leftovers of an interrupted rebuild. Throws what the disk says. */
export function filesAside(outboxFile: string): readonly string[] {
  const folder = dirname(outboxFile)
  if (!existsSync(folder)) return []
  const marks = ['.damaged-', '.rebuilding', '.rebuilt'].map((mark) => basename(outboxFile) + mark)
  return readdirSync(folder)
    .filter((name) => marks.some((mark) => name.startsWith(mark)))
    .sort()
}

/** Removes them. @returns how many. Throws what the disk says. */
export function removeFilesAside(outboxFile: string): number {
  const names = filesAside(outboxFile)
  for (const name of names) rmSync(join(dirname(outboxFile), name), { force: true })
  return names.length
}
