import type { FileStore } from '#shared/domain/file-store.ts'
import { isSamePlace } from './place.ts'
import type { OpenedStore, StoreSource } from './store-source.ts'

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
