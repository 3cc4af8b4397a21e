import type { StoreCheck } from '#shared/domain/file-store.ts'
import type { Environment } from '#shared/domain/product.ts'
import { originOf, type Settings } from '#shared/settings.ts'
import { checkObjects, checkStore } from '../file-store/check-store.ts'
import { createObjectStore } from '../file-store/s3-object-store.ts'
import type { Network } from '../network/network.ts'
import { systemClock } from '../platform/clock.ts'
import type { PracticeServer } from '../practice/practice-server.ts'
import type { StoreSource } from '../uploads/store-source.ts'
import type { EnvironmentConnection } from './connection.ts'

/** The file store of an open environment, as its files get there. */
export function storeSourceOf({
  name,
  connection,
  settings,
  network,
}: {
  readonly name: Environment
  readonly connection: Pick<EnvironmentConnection, 'fileStore' | 'practice'>
  readonly settings: { readonly inForce: Settings }
  readonly network: Network
}): StoreSource {
  if (name === 'practice') return practiceSource(connection.practice)
  return {
    current: () => settings.inForce.fileStores[name],
    async open(store) {
      const inUse = await connection.fileStore()
      // A key is for one origin: it opens other buckets there, and nothing elsewhere.
      if (inUse === null || originOf(inUse.store.endpoint) !== originOf(store.endpoint)) return null
      const options = {
        store,
        accessKey: inUse.accessKey,
        network,
        now: () => systemClock.now(),
      }
      return { objects: createObjectStore(options), check: (signal) => checkStore(options, signal) }
    },
  }
}

/** Files of practice stay on this computer. */
function practiceSource(practice: PracticeServer | null): StoreSource {
  if (practice === null) return { current: () => null, open: () => Promise.resolve(null) }
  const { files } = practice
  const check = (signal: AbortSignal): Promise<StoreCheck> => checkPractice(practice, signal)
  return { current: () => practice.fileStore, open: () => Promise.resolve({ objects: files, check }) }
}

/** Tries the file store of practice. It never rejects. */
export function checkPractice({ files }: PracticeServer, signal: AbortSignal): Promise<StoreCheck> {
  return checkObjects(files, { prefix: '', now: () => systemClock.now() }, signal)
}
