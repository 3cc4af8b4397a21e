import { createDirectoryStore } from '../directory-store.ts'
import type { WorkerDirectory } from '../directory-worker-client.ts'
import type { PageStorage } from '../page-storage.ts'

/** The directory store without its worker: the same code on the same database. */
export function inPageDirectory({ storage }: { readonly storage: PageStorage }): WorkerDirectory {
  return { ...createDirectoryStore(storage), close: () => undefined }
}
