import { createDirectoryShelf } from '../directory-shelf.ts'
import type { WorkerShelf } from '../directory-worker-client.ts'
import type { PageStorage } from '../page-storage.ts'

/** The shelf without its worker: the same code over the same database. */
export function shelfBeside({ storage }: { readonly storage: PageStorage }): WorkerShelf {
  return { ...createDirectoryShelf(storage), close: () => undefined }
}
