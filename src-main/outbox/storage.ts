import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import { openOutboxFile, type OpenFailure } from './open-outbox.ts'
import type { Salvage } from './salvage.ts'
import { guardStorage } from '#main/platform/sqlite.ts'

/** The open outbox file of an environment, or why it is not open. */
export interface OpenedStorage {
  readonly database: DatabaseSync | null
  readonly status: StorageStatus
}

/** Opens the outbox file; what can be recovered from a damaged one is copied into its successor. */
export function openStorage(path: string, now: Date): OpenedStorage {
  const folder = guardStorage(() => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  if (!folder.ok) return { database: null, status: unavailable(folder.error) }
  const opened = openOutboxFile(path, now)
  if (!opened.ok) return { database: null, status: unavailable(opened.error) }
  const { database, rebuilt } = opened.value
  if (rebuilt === null) return { database, status: { type: 'ready' } }
  const carried = rebuilt.salvage ?? carriedOver(database)
  return { database, status: { type: 'rebuilt', keptAs: basename(rebuilt.damagedFile), ...carried } }
}

// The start that recovered the rows was interrupted before it could count the unreadable ones.
function carriedOver(database: DatabaseSync): Salvage {
  const count = (table: 'entry' | 'draft'): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'] ?? 0)
  return { rescuedEntries: count('entry'), rescuedDrafts: count('draft'), unreadableRows: 0 }
}

/** Why the outbox cannot be used, as reported to the page. */
export function unavailable(failure: OpenFailure | { readonly type: 'storage-unavailable' }): StorageStatus {
  if (failure.type === 'newer') return failure
  const reason = failure.type === 'disk-full' || failure.type === 'read-only' ? failure.type : 'other'
  return { type: 'unavailable', reason }
}
