import type { Environment } from '#shared/domain/product.ts'
import { originOf, type Settings } from '#shared/settings.ts'
import { checkStore } from '../file-store/check-store.ts'
import { createObjectStore } from '../file-store/s3-object-store.ts'
import { directNetwork, type Network } from '../network/network.ts'
import { systemClock } from '../platform/clock.ts'
import { fileStoreOf } from '../practice/file-store/practice-bucket.ts'
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
  const { practice } = connection
  return {
    current() {
      if (name !== 'practice') return settings.inForce.fileStores[name]
      return practice === null ? null : fileStoreOf(practice.port)
    },
    async open(store) {
      const inUse = await connection.fileStore()
      // A key is for one origin: it opens other buckets there, and nothing elsewhere.
      if (inUse === null || originOf(inUse.store.endpoint) !== originOf(store.endpoint)) return null
      const options = {
        store,
        accessKey: inUse.accessKey,
        network: name === 'practice' ? directNetwork : network,
        now: () => systemClock.now(),
      }
      return { objects: createObjectStore(options), check: (signal) => checkStore(options, signal) }
    },
  }
}
