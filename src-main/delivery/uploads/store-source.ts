import type { FileStore, StoreCheck } from '#shared/domain/file-store.ts'
import type { ObjectStore } from '#main/file-store/object-store.ts'

/** A file store whose access key is on this computer. */
export interface OpenedStore {
  readonly objects: ObjectStore
  /** Tries everything that uploading needs with a small file. */
  readonly check: (signal: AbortSignal) => Promise<StoreCheck>
}

/** Where files go. */
export interface StoreSource {
  /** The file store of the open environment as it is set now; null while none is. */
  current(): FileStore | null
  /** Null where the access key of that store is not on this computer. */
  open(store: FileStore): Promise<OpenedStore | null>
}
