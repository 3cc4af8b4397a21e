import { PracticeStore } from './practice-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileVersion } from '../outbox/file-version.ts'

function freeName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.damaged-${number}`
    if (!existsSync(name)) return name
  }
}

/** Moves the journal too: left behind, it would be replayed into the new file. */
function moveAside(file: string): void {
  const aside = freeName(file)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
}

// SQLite's codes for a file that may well be sound, but cannot be used now: busy, locked, no memory, read-only,
// interrupted, I/O error, disk full, cannot open, no permission.
const passingCodes = new Set([3, 5, 6, 7, 8, 9, 10, 13, 14, 23])

/** Whether the file itself is at fault: not SQLite's, corrupt, another schema, or rows that do not parse. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null
  // The low byte is the primary code, the rest says more about it.
  return !(typeof code === 'number' && passingCodes.has(code & 0xff))
}

function fileVersionOf(file: string): number {
  try {
    return fileVersion(file)
  } catch {
    // Opening the file reports what is wrong with it.
    return 0
  }
}

const unavailable = err({ type: 'storage-unavailable' } as const)

/**
 * Opens the practice file. A damaged one is moved aside and replaced by a new one: it holds only practice data, and a
 * learner should not have to repair it.
 */
export function openPracticeStore(
  file: string,
): Result<PracticeStore, { readonly type: 'storage-unavailable' }> {
  const inMemory = file === ':memory:'
  try {
    if (!inMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  } catch {
    return unavailable
  }
  // The schema has had only one form so far, without a version number. A file with a number is from a newer version,
  // not damaged.
  if (!inMemory && fileVersionOf(file) > 0) return unavailable
  try {
    return ok(new PracticeStore(file))
  } catch (error) {
    if (inMemory || !isDamage(error)) return unavailable
  }
  try {
    moveAside(file)
    return ok(new PracticeStore(file))
  } catch {
    return unavailable
  }
}
