import { isPlainHere } from '#shared/base-url.ts'
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

/** What identifies the place that files lie in, whatever else is set about it: the same for equal buckets. */
export function uploadPlaceOf({ endpoint, bucket }: FileStore): string {
  const address = new URL(endpoint)
  const { protocol, pathname, host } = address
  // The practice server of this computer may listen on another port at the next start.
  const isHere = isPlainHere(address)
  return JSON.stringify([isHere ? 'here' : protocol, isHere ? pathname : host + pathname, bucket])
}

/** Whether two addresses lead to the same bucket. */
export function isSamePlace(one: FileStore, other: FileStore): boolean {
  return uploadPlaceOf(one) === uploadPlaceOf(other)
}

/** The stores that are in use, each opened once until keys or settings change. */
export class OpenStores {
  readonly #source: StoreSource
  #opened = new Map<string, Promise<OpenedStore | null>>()

  constructor(source: StoreSource) {
    this.#source = source
  }

  /** The store of a file; null where its access key is not on this computer. */
  async of(store: FileStore): Promise<OpenedStore | null> {
    const current = this.#source.current()
    // Region, links and port may have been set right since.
    const now = current !== null && isSamePlace(current, store) ? current : store
    const address = JSON.stringify(now)
    const known = this.#opened.get(address) ?? this.#source.open(now)
    this.#opened.set(address, known)
    const opened = await known
    // A key may be given later.
    if (opened === null) this.#opened.delete(address)
    return opened
  }

  /** Closes all of them: what is in flight ends, and the next use opens them again. */
  async closeAll(): Promise<void> {
    const opened = [...this.#opened.values()]
    this.#opened = new Map()
    for (const one of await Promise.all(opened)) await one?.objects.close()
  }
}
