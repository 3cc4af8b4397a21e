import type { FileStore, StoreCheck } from '#shared/domain/file-store.ts'
import type { AccessKey } from '../keys/store-keys.ts'
import type { Network } from '../network/network.ts'

/** An environment's file store, and the key for its origin. */
export interface StoreInUse {
  readonly store: FileStore
  readonly accessKey: AccessKey
}

/** Tries a store with a key: a small file goes there, is read through its link, and removed. Never rejects. */
export type CheckStore = (inUse: StoreInUse, network: Network) => Promise<StoreCheck>
