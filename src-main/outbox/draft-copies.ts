import type { DatabaseSync } from 'node:sqlite'
import { DraftSchema, type Draft } from '#shared/domain/draft.ts'
import type { Result } from '#shared/result.ts'
import { associated, openSealed } from './entry-codec.ts'
import type { RowProtection } from './row-protection.ts'
import { guardStorage, type StorageFailure } from './storage-failure.ts'

/** Sealed copies of drafts, a few seconds behind the page: IndexedDB can be lost whole. */
export interface DraftCopies {
  keep(draft: Draft): Result<null, StorageFailure>
  forget(id: string): Result<null, StorageFailure>
  all(): readonly Draft[]
  /** Writes a copy inside a transaction of the caller's; throws what SQLite throws. */
  keepWithin(draft: Draft): void
}

export function createDraftCopies(database: DatabaseSync, protection: RowProtection): DraftCopies {
  function keepWithin(draft: Draft): void {
    // A late copy of an accepted draft would come back as a draft after a crash; an older one must not win.
    database
      .prepare(
        `INSERT INTO draft_copy (id, updated_at, sealed)
         SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = ?)
         ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, sealed = excluded.sealed
         WHERE excluded.updated_at >= draft_copy.updated_at`,
      )
      .run(
        draft.id,
        draft.updatedAt,
        protection.seal(JSON.stringify(draft), associated.draft(draft.id)),
        draft.id,
      )
  }
  return {
    keepWithin,
    keep: (draft) =>
      guardStorage(() => {
        keepWithin(draft)
        return null
      }),
    forget: (id) =>
      guardStorage(() => {
        database.prepare('DELETE FROM draft_copy WHERE id = ?').run(id)
        return null
      }),
    all: () =>
      database
        .prepare('SELECT id, sealed FROM draft_copy ORDER BY updated_at')
        .all()
        .flatMap(({ id, sealed }) => {
          if (typeof id !== 'string' || !(sealed instanceof Uint8Array)) return []
          const draft = openSealed(protection, DraftSchema, sealed, associated.draft(id))
          return draft.ok ? [draft.value] : []
        }),
  }
}
