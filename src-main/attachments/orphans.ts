import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import { filesAside } from '../privacy/files-aside.ts'

/** The end of the name of a file that is still arriving. */
export const passing = '.part'

/** Where the files of an environment lie: beside its outbox file. */
export function attachmentFolderOf(outboxFile: string): string {
  return join(dirname(outboxFile), 'evidence')
}

/**
 * Removes the bytes of files whose keys are gone. While a damaged outbox file lies aside nothing is removed: it may hold
 * keys that its successor has not.
 *
 * @param options.cutOff what an earlier start left arriving goes too: only before anything arrives.
 */
export function removeOrphans(
  database: DatabaseSync,
  outboxFile: string,
  { cutOff = false }: { readonly cutOff?: boolean } = {},
): Result<null, StorageFailure> {
  return guardStorage(() => {
    const folder = attachmentFolderOf(outboxFile)
    if (!existsSync(folder)) return null
    const isKnown = database.prepare('SELECT 1 FROM evidence WHERE id = ?')
    const mayHaveKeys = filesAside(outboxFile).length > 0
    for (const name of readdirSync(folder)) {
      const isArriving = name.endsWith(passing)
      const isOrphan = !isArriving && !mayHaveKeys && isKnown.get(name) === undefined
      if (isOrphan || (isArriving && cutOff)) rmSync(join(folder, name), { force: true })
    }
    return null
  })
}
