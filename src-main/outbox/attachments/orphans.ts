import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'
import { filesAside } from '#main/outbox/rebuild.ts'

/** The suffix of a file that is still being uploaded. */
export const passing = '.part'

/** The folder of an environment's attachments: next to its outbox file. */
export function attachmentFolderOf(outboxFile: string): string {
  return join(dirname(outboxFile), 'attachments')
}

/**
 * Removes the bytes of files whose keys are gone. Removes nothing while a damaged outbox file is set aside: it may
 * contain keys that its successor does not have.
 *
 * @param options.cutOff also removes the uploads that an earlier start left unfinished: only before any begins.
 */
export function removeOrphans(
  database: DatabaseSync,
  outboxFile: string,
  { cutOff = false }: { readonly cutOff?: boolean } = {},
): Result<null, StorageFailure> {
  return guardStorage(() => {
    const folder = attachmentFolderOf(outboxFile)
    if (!existsSync(folder)) return null
    const isKnown = database.prepare('SELECT 1 FROM attachment WHERE id = ?')
    const mayHaveKeys = filesAside(outboxFile).length > 0
    for (const name of readdirSync(folder)) {
      const isArriving = name.endsWith(passing)
      const isOrphan = !isArriving && !mayHaveKeys && isKnown.get(name) === undefined
      if (isOrphan || (isArriving && cutOff)) rmSync(join(folder, name), { force: true })
    }
    return null
  })
}
