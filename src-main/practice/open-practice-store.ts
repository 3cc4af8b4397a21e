import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import { PracticeStore } from './practice-store.ts'

/**
 * Opens the practice file. One that does not open is replaced by a new one: it holds only practice data, and a learner
 * should not have to repair it.
 */
export function openPracticeStore(
  file: string,
): Result<PracticeStore, { readonly type: 'storage-unavailable' }> {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    try {
      return ok(new PracticeStore(file))
    } catch {
      // The journal too: left behind, it would be replayed into the new file.
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      return ok(new PracticeStore(file))
    }
  } catch {
    return err({ type: 'storage-unavailable' })
  }
}
