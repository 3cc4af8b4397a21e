import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result } from '#shared/result.ts'
import { flushFolder } from './flush-folder.ts'
import { salvage, type Salvage } from './salvage.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'

/*
 * A damaged outbox file gets a successor that holds what could be read of it. Every step can be the last one before a
 * power cut, so the successor is written whole under a name of its own before anything is moved:
 *
 *   <file>.rebuilding    being written: worth nothing, thrown away at the next start
 *   <file>.rebuilt       whole: takes the damaged file's place, which is kept aside as <file>.damaged-<time>
 *   <file>.untold        there until an officer could be told: a start that dies in between must not hide the damage
 */
const parts = ['', '-wal', '-shm'] as const

/** What a rebuilding came to. */
export interface Rebuilt {
  /** The damaged file's new name. */
  readonly damagedFile: string
  /** Null when an earlier start had carried the rows over and was cut off before it could say so. */
  readonly salvage: Salvage | null
}

/**
 * Writes the successor of a damaged file and puts it in its place. @param openNew opens a new file of the newest
 * version. On failure the damaged file is where it was.
 */
export function rebuild<F>(
  path: string,
  now: Date,
  openNew: (path: string) => Result<DatabaseSync, F>,
): Result<Rebuilt, F | StorageFailure> {
  const target = `${path}.rebuilding`
  const opened = openNew(target)
  if (!opened.ok) return opened
  const saved = guardStorage(() => salvage(path, opened.value))
  // Closing writes the log back: the file alone is all of it.
  const closed = guardStorage(() => opened.value.close())
  if (!saved.ok || !closed.ok) {
    guardStorage(() => remove(target))
    return saved.ok ? err({ type: 'io' }) : saved
  }
  const placed = guardStorage(() => {
    writeFileSync(`${path}.untold`, '')
    renameSync(target, `${path}.rebuilt`)
    flushFolder(path)
    return putInPlace(path, now)
  })
  return placed.ok ? ok({ damagedFile: placed.value, salvage: saved.value }) : placed
}

/** Whether a rebuilding was cut off when its successor was whole but not in place yet. Throws what the disk says. */
export function isRebuildingCutOff(path: string): boolean {
  return existsSync(`${path}.rebuilt`)
}

/**
 * Ends what a crash or a power cut left of a rebuilding; null when there is nothing to end. Throws what the disk says.
 */
export function finishRebuilding(path: string, now: Date): Rebuilt | null {
  remove(`${path}.rebuilding`)
  if (existsSync(`${path}.rebuilt`)) return { damagedFile: putInPlace(path, now), salvage: null }
  const aside = existsSync(`${path}.untold`) ? lastAside(path) : null
  return aside === null ? null : { damagedFile: aside, salvage: null }
}

/** The start goes on, and says what happened. Throws what the disk says. */
export function markNotified(path: string): void {
  rmSync(`${path}.untold`, { force: true })
}

function putInPlace(path: string, now: Date): string {
  const aside = existsSync(path) ? keepAside(path, now) : (lastAside(path) ?? path)
  renameSync(`${path}.rebuilt`, path)
  flushFolder(path)
  return aside
}

// The log and the shared-memory file belong to the damaged file: left behind they would be replayed into the new one.
function keepAside(path: string, now: Date): string {
  const target = `${path}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`
  // The file itself goes last: as long as it is there, the next start begins this again.
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(path + part)) renameSync(path + part, target + part)
  }
  flushFolder(path)
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
