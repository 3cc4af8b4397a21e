import { undoMs } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'
import type { DraftStore, KeptDraft } from './draft-store.ts'

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
    undo: (id: string): Result<KeptDraft | null, StorageFailure> =>
      cancel(id) ? drafts.undoDiscard(id) : ok(null),
    close(): void {
      for (const id of [...ends.keys()]) cancel(id)
    },
  }
}
