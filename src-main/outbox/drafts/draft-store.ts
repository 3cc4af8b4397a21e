import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import type { DraftSaved } from '#shared/contract/outbox.ts'
import { DraftSchema, type Draft } from '#shared/domain/draft.ts'
import { ok, type Result } from '#shared/result.ts'
import { undoMs } from '#shared/outbox/predicates.ts'
import { associated, openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { guardStorage, statementsOf, type StorageFailure, textOrNull } from '#main/platform/sqlite.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { Clock } from '#main/platform/clock.ts'

export interface KeptDraft {
  readonly draft: Draft
  readonly officerId: string | null
}

/** A draft with what a list says of it. */
export interface ListedDraft extends KeptDraft {
  /** It was in a form when Claims Desk stopped, and no form of this run had it. */
  readonly isRecovered: boolean
}

export interface SaveOptions {
  /** The owner from now on; null, the default, for the office. */
  readonly officerId?: string | null
  /** It was never saved; otherwise a draft that is not there was submitted or deleted. */
  readonly isNew?: boolean
  /** It is in a form. */
  readonly isOpen?: boolean
}

/** The drafts of an environment, sealed, of all officers. */
export type DraftStore = ReturnType<typeof createDraftStore>

/** The owner is sealed with the draft and decides whose it is; the column only finds it. */
const SealedDraftSchema = v.object({ officerId: v.nullable(v.string()), draft: DraftSchema })

/** The drafts in an open file. @throws SQLite's error. */
export function createDraftStore(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  /** What a form saved since the file was opened. */
  const openedHere = new Set<string>()
  /** The owners of what was saved since then: a form that saves at every pause need not open its row each time. */
  const owners = new Map<string, string | null>()
  const columns = 'SELECT id, updated_at, is_open, sealed, officer_id FROM draft'
  const one = (id: string): KeptDraft | null =>
    prepare(`${columns} WHERE id = ? AND discarded_at IS NULL`).all(id).flatMap(opened)[0] ?? null

  function write(draft: Draft, { officerId = null, isNew = true, isOpen = false }: SaveOptions): DraftSaved {
    const id = draft.id
    // Of an accepted claim and a deleted draft nothing is written again, however late it arrives.
    const row = prepare(
      `SELECT updated_at, discarded_at FROM draft WHERE id = :id
         UNION ALL SELECT '', '' FROM entry WHERE id = :id`,
    ).get({ id })
    if (row === undefined ? !isNew : row['discarded_at'] !== null) return 'gone'
    if (String(row?.['updated_at'] ?? '') > draft.updatedAt) return 'superseded'
    prepare(
      `INSERT INTO draft (id, updated_at, is_open, sealed, officer_id) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, is_open = excluded.is_open,
           sealed = excluded.sealed, officer_id = excluded.officer_id`,
    ).run(
      id,
      draft.updatedAt,
      Number(isOpen),
      protection.seal(JSON.stringify({ officerId, draft }), associated.draft(id)),
      officerId,
    )
    if (isOpen) openedHere.add(id)
    return 'saved'
  }

  function opened({ id, is_open, sealed }: Record<string, SQLOutputValue>): readonly ListedDraft[] {
    if (typeof id !== 'string' || !(sealed instanceof Uint8Array)) return []
    const kept = openSealed(protection, SealedDraftSchema, sealed, associated.draft(id))
    return kept.ok ? [{ ...kept.value, isRecovered: is_open === 1 && !openedHere.has(id) }] : []
  }
  function forgetWithin(id: string): void {
    owners.delete(id)
    prepare('DELETE FROM draft WHERE id = ?').run(id)
  }
  const guarded = (work: () => unknown): Result<null, StorageFailure> =>
    guardStorage(() => {
      work()
      return null
    })

  return {
    /** Saves a version unless a newer one is there, or the draft was submitted or deleted. */
    save: (draft: Draft, options: SaveOptions = {}): Result<DraftSaved, StorageFailure> =>
      guardStorage(() => {
        const said = write(draft, options)
        if (said === 'saved') owners.set(draft.id, options.officerId ?? null)
        return said
      }),
    /** Writes a new draft inside the caller's transaction. @throws SQLite's error. */
    keepWithin(draft: Draft, officerId: string | null = null): void {
      // The caller's transaction may still fail.
      owners.delete(draft.id)
      write(draft, { officerId })
    },
    /** Removes a draft inside the caller's transaction. @throws SQLite's error. */
    forgetWithin,
    forget: (id: string) => guarded(() => forgetWithin(id)),
    /** The owner of a draft; null for the office's drafts and for unknown ones. */
    ownerOf(id: string): string | null {
      const saved = owners.get(id)
      if (saved !== undefined) return saved
      const row = prepare(`${columns} WHERE id = ?`).get(id)
      if (row === undefined) return null
      const [known] = opened(row)
      return textOrNull(known === undefined ? row['officer_id'] : known.officerId)
    },
    /** Deletes a draft so that it can come back. @param at ISO time */
    discard: (id: string, at: string) =>
      guarded(() => prepare('UPDATE draft SET discarded_at = ?, is_open = 0 WHERE id = ?').run(at, id)),
    /** Brings a deleted draft back. @returns null when it is not there any more */
    undoDiscard: (id: string): Result<KeptDraft | null, StorageFailure> =>
      guardStorage(() => {
        prepare('UPDATE draft SET discarded_at = NULL WHERE id = ?').run(id)
        return one(id)
      }),
    /** Removes for good what was deleted; null means all of it. */
    endDiscards: (id: string | null) =>
      guarded(() =>
        prepare('DELETE FROM draft WHERE discarded_at IS NOT NULL AND (id = :id OR :id IS NULL)').run({ id }),
      ),
    /** A draft with its owner; null when there is none, or it cannot be opened. */
    one,
    /** All that open, oldest version first. */
    kept: (): readonly ListedDraft[] =>
      prepare(`${columns} WHERE discarded_at IS NULL ORDER BY updated_at`).all().flatMap(opened),
    /** When those that do not open were saved (ISO), of this officer or the office by their column. */
    unreadable: (officerId: string | null): readonly string[] =>
      prepare(`${columns} WHERE discarded_at IS NULL AND (officer_id IS NULL OR officer_id = ?)`)
        .all(officerId)
        .filter((row) => opened(row).length === 0)
        .map((row) => String(row['updated_at'])),
    /** All that open, and the deleted ones that can still come back. */
    keptOrDiscarded: (): readonly KeptDraft[] =>
      prepare(`${columns} ORDER BY updated_at`).all().flatMap(opened),
  }
}

/** A draft as the officer who is signed in gets it: it says whether it is the office's. */
export function shownDraft(
  { draft, officerId }: KeptDraft,
  audience: Pick<Audience, 'officerId' | 'isOffices'>,
): Draft {
  return audience.officerId() !== null && audience.isOffices(officerId) ? { ...draft, isShared: true } : draft
}

/** Drafts that were deleted a moment ago: they are kept, with their files, until that can no longer be undone. */
export type DiscardedDrafts = ReturnType<typeof startDiscardedDrafts>

interface Options {
  readonly drafts: Pick<DraftStore, 'discard' | 'undoDiscard' | 'endDiscards'>
  readonly attachments: { removeOrphans(): void }
  readonly clock: Pick<Clock, 'now' | 'after'>
}

export function startDiscardedDrafts({ drafts, attachments, clock }: Options) {
  const ends = new Map<string, () => void>()

  function end(id: string): void {
    // Where the disk refuses it now, the next start does it.
    drafts.endDiscards(id)
    // Their keys went with the draft; files that cannot be deleted now are removed at the next start.
    attachments.removeOrphans()
  }
  function cancel(id: string): boolean {
    ends.get(id)?.()
    return ends.delete(id)
  }

  return {
    discard(id: string): Result<null, StorageFailure> {
      const discarded = drafts.discard(id, clock.now().toISOString())
      if (!discarded.ok) return discarded
      cancel(id)
      ends.set(
        id,
        clock.after(undoMs, () => {
          ends.delete(id)
          end(id)
        }),
      )
      return discarded
    },
    /** @returns the draft; null when it is gone for good */
    undo(id: string): Result<KeptDraft | null, StorageFailure> {
      if (!ends.has(id)) return ok(null)
      const undone = drafts.undoDiscard(id)
      // What the disk refused can be tried again.
      if (undone.ok) cancel(id)
      return undone
    },
    close(): void {
      for (const id of [...ends.keys()]) cancel(id)
    },
  }
}
