import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import { DraftSchema, type Draft } from '#shared/domain/draft.ts'
import type { Result } from '#shared/result.ts'
import { associated, openSealed } from '../outbox/entry-codec.ts'
import type { RowProtection } from '../outbox/row-protection.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import { statementsOf } from '../platform/statements.ts'

export interface KeptDraft {
  readonly draft: Draft
  readonly officerId: string | null
}

/** Sealed copies of drafts, a few seconds behind the page, because IndexedDB can be lost entirely. */
export interface DraftCopies {
  /** @param officerId the owner from now on; null for the office. */
  keep(draft: Draft, officerId?: string | null): Result<null, StorageFailure>
  forget(id: string): Result<null, StorageFailure>
  /** Deletes a draft so that it can come back. @param at ISO time */
  discard(id: string, at: string): Result<null, StorageFailure>
  /** Brings a deleted draft back. @returns null when it is not there any more */
  undoDiscard(id: string): Result<KeptDraft | null, StorageFailure>
  /** Removes for good what was deleted; null means all of it. */
  endDiscards(id: string | null): Result<null, StorageFailure>
  /** A draft with its owner; null when there is no copy, or it cannot be opened. */
  one(id: string): KeptDraft | null
  /** The drafts of all officers, with their owners. */
  kept(): readonly KeptDraft[]
  /** Those, and the deleted ones that can still come back. */
  keptOrDiscarded(): readonly KeptDraft[]
  /** The owner of a draft; null for the office's drafts and for unknown ones. */
  ownerOf(id: string): string | null
  /** Removes a copy inside the caller's transaction. @throws SQLite's error. */
  forgetWithin(id: string): void
  /** Writes a copy inside the caller's transaction. @throws SQLite's error. */
  keepWithin(draft: Draft, officerId?: string | null): void
}

/** The owner is sealed with the draft and decides whose it is; the column only finds it. */
const SealedDraftSchema = v.object({ officerId: v.nullable(v.string()), draft: DraftSchema })

/** The copies in an open file. @throws SQLite's error. */
export function createDraftCopies(database: DatabaseSync, protection: RowProtection): DraftCopies {
  const prepare = statementsOf(database)
  function keepWithin(draft: Draft, officerId: string | null = null): void {
    // A late copy of an accepted draft would reappear as a draft after a crash; an older copy must not win.
    prepare(
      `INSERT INTO draft_copy (id, updated_at, sealed, officer_id)
         SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = ?)
         ON CONFLICT (id) DO UPDATE SET
           updated_at = excluded.updated_at, sealed = excluded.sealed, officer_id = excluded.officer_id,
           discarded_at = NULL
         WHERE excluded.updated_at >= draft_copy.updated_at OR draft_copy.discarded_at IS NOT NULL`,
    ).run(
      draft.id,
      draft.updatedAt,
      protection.seal(JSON.stringify({ officerId, draft }), associated.draft(draft.id)),
      officerId,
      draft.id,
    )
  }
  const columns = 'SELECT id, sealed, officer_id FROM draft_copy'
  const one = (id: string): KeptDraft | null =>
    prepare(`${columns} WHERE id = ? AND discarded_at IS NULL`).all(id).flatMap(opened)[0] ?? null
  function opened({ id, sealed }: Record<string, SQLOutputValue>): readonly KeptDraft[] {
    if (typeof id !== 'string' || !(sealed instanceof Uint8Array)) return []
    const kept = openSealed(protection, SealedDraftSchema, sealed, associated.draft(id))
    return kept.ok ? [kept.value] : []
  }
  function kept(): readonly KeptDraft[] {
    return prepare(`${columns} WHERE discarded_at IS NULL ORDER BY updated_at`).all().flatMap(opened)
  }
  function keptOrDiscarded(): readonly KeptDraft[] {
    return prepare(`${columns} ORDER BY updated_at`).all().flatMap(opened)
  }
  function forgetWithin(id: string): void {
    prepare('DELETE FROM draft_copy WHERE id = ?').run(id)
  }
  return {
    keepWithin,
    forgetWithin,
    keep: (draft, officerId) =>
      guardStorage(() => {
        keepWithin(draft, officerId)
        return null
      }),
    forget: (id) =>
      guardStorage(() => {
        forgetWithin(id)
        return null
      }),
    ownerOf(id) {
      const row = prepare(`${columns} WHERE id = ?`).get(id)
      if (row === undefined) return null
      const [known] = opened(row)
      const owner = known === undefined ? row['officer_id'] : known.officerId
      return typeof owner === 'string' ? owner : null
    },
    discard: (id, at) =>
      guardStorage(() => {
        prepare('UPDATE draft_copy SET discarded_at = ? WHERE id = ?').run(at, id)
        return null
      }),
    undoDiscard: (id) =>
      guardStorage(() => {
        prepare('UPDATE draft_copy SET discarded_at = NULL WHERE id = ?').run(id)
        return one(id)
      }),
    endDiscards: (id) =>
      guardStorage(() => {
        prepare('DELETE FROM draft_copy WHERE discarded_at IS NOT NULL AND (id = :id OR :id IS NULL)').run({
          id,
        })
        return null
      }),
    one,
    kept,
    keptOrDiscarded,
  }
}
