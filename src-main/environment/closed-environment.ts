import { existsSync } from 'node:fs'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { ClaimListStore } from '../claims/list-store.ts'
import { createKeptDetails } from '../claims/kept-details.ts'
import { createDraftStore } from '../drafts/draft-store.ts'
import { openWholeOutboxFile, type OpenFailure } from '../outbox/open-outbox.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { createKeptData, nothingKept } from '../privacy/kept-data.ts'
import type { DataKey } from '../keys/data-key.ts'
import { outboxFileOf, listsFileOf, type EnvironmentServices } from './open-environment.ts'
import { createRowProtection } from './row-sealing.ts'

/** What can be read of an environment whether or not it is in use. */
export type EnvironmentFiles = Pick<EnvironmentServices, 'kept'> & {
  /** Null where no list was ever kept. */
  readonly claimLists: EnvironmentServices['claimLists'] | null
}

/** An environment that is not in use, opened to be read or cleaned up. Nothing is delivered from it. */
export interface ClosedEnvironment {
  readonly files: EnvironmentFiles
  close(): Promise<void>
}

/** Opens the files of an environment that is not in use. One that was never used is empty, and no file is created. */
export function openClosedEnvironment(
  dataFolder: string,
  name: Environment,
  dataKey: DataKey,
): Result<ClosedEnvironment, OpenFailure> {
  const file = outboxFileOf(dataFolder, name)
  const isThere = guardStorage(() => [file, `${file}.rebuilt`].some((path) => existsSync(path)))
  if (!isThere.ok) return isThere
  if (!isThere.value)
    return ok({ files: { kept: nothingKept(file), claimLists: null }, close: () => Promise.resolve() })
  const opened = openWholeOutboxFile(file)
  if (!opened.ok) return opened
  const database = opened.value
  const protection = createRowProtection(dataKey)
  const made = guardStorage(() => {
    const outbox = createOutbox(database, protection)
    return createKeptData({
      database,
      file,
      outbox,
      drafts: createDraftStore(database, protection),
      keptDetails: createKeptDetails(database, protection),
    })
  })
  if (made.ok) {
    const lists = listsFileOf(dataFolder, name)
    const claimLists = existsSync(lists) ? new ClaimListStore(lists, protection) : null
    return ok({
      files: { kept: made.value, claimLists },
      async close() {
        database.close()
        await claimLists?.close()
      },
    })
  }
  database.close()
  return err(made.error)
}
