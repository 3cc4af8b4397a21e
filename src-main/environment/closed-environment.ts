import { existsSync } from 'node:fs'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { createKeptDetails } from '../claims/kept-details.ts'
import { createDraftStore } from '../drafts/draft-store.ts'
import { openWholeOutboxFile, type OpenFailure } from '../outbox/open-outbox.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { createKeptData, nothingKept } from '../privacy/kept-data.ts'
import type { DataKey } from '../keys/data-key.ts'
import { createPageEpochs } from '../keys/page-epochs.ts'
import { createPageKeys } from '../keys/page-keys.ts'
import { outboxFileOf, pageEpochsFileOf, type EnvironmentServices } from './open-environment.ts'
import { createRowProtection } from './row-sealing.ts'

/** What can be read of an environment whether or not it is in use. */
export type EnvironmentFiles = Pick<EnvironmentServices, 'kept' | 'pageKeys' | 'pageEpochs'>

/** An environment that is not in use, opened to be read or cleaned up. Nothing is delivered from it. */
export interface ClosedEnvironment {
  readonly files: EnvironmentFiles
  close(): void
}

/** Opens the files of an environment that is not in use. One that was never used is empty, and no file is created. */
export function openClosedEnvironment(
  dataFolder: string,
  name: Environment,
  dataKey: DataKey,
): Result<ClosedEnvironment, OpenFailure> {
  const file = outboxFileOf(dataFolder, name)
  const pageEpochs = createPageEpochs(pageEpochsFileOf(dataFolder, name))
  const page = { pageEpochs, pageKeys: createPageKeys(pageEpochs, name, dataKey) }
  const isThere = guardStorage(() => [file, `${file}.rebuilt`].some((path) => existsSync(path)))
  if (!isThere.ok) return isThere
  if (!isThere.value) return ok({ files: { ...page, kept: nothingKept(file) }, close: () => undefined })
  const opened = openWholeOutboxFile(file)
  if (!opened.ok) return opened
  const database = opened.value
  const made = guardStorage(() => {
    const protection = createRowProtection(dataKey)
    const outbox = createOutbox(database, protection)
    return createKeptData({
      database,
      file,
      outbox,
      drafts: createDraftStore(database, protection),
      keptDetails: createKeptDetails(database, protection),
    })
  })
  if (made.ok) return ok({ files: { ...page, kept: made.value }, close: () => database.close() })
  database.close()
  return err(made.error)
}
