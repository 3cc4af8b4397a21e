import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StorageStatus } from '#shared/ipc/app-status.ts'
import { openOutboxFile, putBack, type OpenFailure } from '../outbox/open-outbox.ts'
import { salvage } from '../outbox/salvage.ts'
import { guardStorage } from '../outbox/storage-failure.ts'

/** The outbox file of an environment, open, or why it is not. */
export interface OpenedStorage {
  readonly database: DatabaseSync | null
  readonly status: StorageStatus
}

/** Opens the outbox file; what can be had of a damaged one is carried over into its successor. */
export function openStorage(path: string, now: Date): OpenedStorage {
  const folder = guardStorage(() => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  if (!folder.ok) return { database: null, status: unavailable(folder.error) }
  const opened = openOutboxFile(path, now)
  if (!opened.ok) return { database: null, status: unavailable(opened.error) }
  const { database, damagedFile } = opened.value
  if (damagedFile === null) return { database, status: { type: 'ready' } }
  const saved = guardStorage(() => salvage(damagedFile, database))
  if (saved.ok) {
    return { database, status: { type: 'rebuilt', keptAs: basename(damagedFile), ...saved.value } }
  }
  // Half carried over would look whole at the next start: the damaged file comes back, and is tried again as it was.
  database.close()
  const back = guardStorage(() => putBack(damagedFile, path))
  return { database: null, status: unavailable(back.ok ? saved.error : back.error) }
}

/** Why the outbox cannot be used, as the page is told. */
export function unavailable(failure: OpenFailure | { readonly type: 'storage-unavailable' }): StorageStatus {
  if (failure.type === 'newer') return failure
  const reason = failure.type === 'disk-full' || failure.type === 'read-only' ? failure.type : 'other'
  return { type: 'unavailable', reason }
}
