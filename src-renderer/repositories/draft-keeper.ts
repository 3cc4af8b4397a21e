import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import type { Desk } from '#shared/ipc/desk.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { answerOf } from './answer-of.ts'
import { createDraftCopies } from './draft-copies.ts'
import type { DraftRows } from './draft-rows.ts'
import { latestOnly } from './latest-only.ts'

/** The draft is not in this page's database; `copyKept` tells whether main has its sealed copy instead. */
export interface NotSaved {
  readonly failure: DatabaseFailure
  readonly copyKept: boolean
}

/** Keeps each draft in both places, in the order it was typed, until it is gone. */
export interface DraftKeeper {
  save(draft: Draft): Promise<Result<string, NotSaved>>
  /** Ends the keeping of a draft: what was on its way has arrived, and nothing of it is written any more. */
  stop(id: string): Promise<void>
  /** Lets a draft that was ended be kept again. */
  resume(id: string): void
  forgetCopy(id: string): Promise<Result<null, Failure>>
  flushCopies(): Promise<void>
}

/** Keeps drafts in this page's table and in main. */
export function createDraftKeeper(desk: Desk, rows: DraftRows): DraftKeeper {
  const copies = createDraftCopies(desk)
  const writers = new Map<string, (draft: Draft) => Promise<Result<string, NotSaved>>>()
  const newest = new Map<string, Promise<unknown>>()
  // Accepted or removed: a save that comes late must not bring them back.
  const gone = new Set<string>()

  const write = async (draft: Draft): Promise<Result<string, NotSaved>> => {
    if (gone.has(draft.id)) return ok(draft.updatedAt)
    const put = await rows.put(draft)
    if (put.ok) {
      copies.schedule(draft)
      return ok(draft.updatedAt)
    }
    const copy = await copies.keepNow(draft)
    return err({ failure: put.error, copyKept: copy.ok })
  }
  return {
    save(draft) {
      const writer = writers.get(draft.id) ?? latestOnly(write)
      writers.set(draft.id, writer)
      const saving = writer(draft)
      newest.set(draft.id, saving)
      return saving
    },
    async stop(id) {
      gone.add(id)
      await newest.get(id)
      await copies.settle(id)
      newest.delete(id)
      writers.delete(id)
    },
    resume: (id) => void gone.delete(id),
    forgetCopy: (id) => answerOf(desk.request('drafts:forget-copy', { id })),
    flushCopies: () => copies.flush(),
  }
}
