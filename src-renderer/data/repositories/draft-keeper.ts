import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
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
  /** Saves this version unless it is kept already, or on its way. */
  saveOnce(draft: Draft): Promise<Result<string, NotSaved>>
  /** Ends the keeping of a draft: nothing of it is written any more, and what was on its way has then arrived. */
  stop(id: string): Promise<void>
  /** Does something after a draft's end that nobody waits for, but the page before it goes. */
  afterwards(work: Promise<unknown>): void
  /** Lets a draft that was ended be kept again. */
  resume(id: string): void
  forgetCopy(id: string): Promise<Result<null, Failure>>
  flushCopies(): Promise<void>
  /** Waits until everything that was typed is in both places. */
  flush(): Promise<void>
}

/** Keeps drafts in this page's table and in main. */
export function createDraftKeeper(rows: DraftRows): DraftKeeper {
  const copies = createDraftCopies()
  const writers = new Map<string, (draft: Draft) => Promise<Result<string, NotSaved>>>()
  const newest = new Map<
    string,
    { readonly updatedAt: string; readonly saving: Promise<Result<string, NotSaved>> }
  >()
  const afterwards = new Set<Promise<unknown>>()
  // Of a draft that main has no copy of, nothing would come back when the page's database is lost: its first copy does
  // not wait, and nothing is called saved before it is there. The writing itself does not wait for main.
  const firstCopies = new Map<string, Promise<unknown>>()
  // Accepted or removed: a save that comes late must not bring them back.
  const gone = new Set<string>()

  const write = async (draft: Draft): Promise<Result<string, NotSaved>> => {
    if (gone.has(draft.id)) return ok(draft.updatedAt)
    const put = await rows.put(draft)
    if (put.ok) {
      if (firstCopies.has(draft.id)) copies.schedule(draft)
      else firstCopies.set(draft.id, keepFirst(draft))
      return ok(draft.updatedAt)
    }
    const copy = await copies.keepNow(draft)
    return err({ failure: put.error, copyKept: copy.ok })
  }
  // Main may refuse it (a full disk): the draft is here, and the next change tries again.
  const keepFirst = async (draft: Draft): Promise<void> => {
    const kept = await copies.keepNow(draft)
    if (!kept.ok) firstCopies.delete(draft.id)
  }
  const writeInBoth = async (
    writer: (draft: Draft) => Promise<Result<string, NotSaved>>,
    draft: Draft,
  ): Promise<Result<string, NotSaved>> => {
    const saved = await writer(draft)
    await firstCopies.get(draft.id)
    return saved
  }
  const save = (draft: Draft): Promise<Result<string, NotSaved>> => {
    const writer = writers.get(draft.id) ?? latestOnly(write)
    writers.set(draft.id, writer)
    const saving = writeInBoth(writer, draft)
    newest.set(draft.id, { updatedAt: draft.updatedAt, saving })
    return saving
  }
  return {
    save,
    async saveOnce(draft) {
      const last = newest.get(draft.id)
      const saved = last?.updatedAt === draft.updatedAt ? await last.saving : null
      return saved?.ok === true ? saved : await save(draft)
    },
    async stop(id) {
      gone.add(id)
      // At once, too: whatever sends what is scheduled before this is over must find nothing of it.
      const settled = copies.settle(id)
      await newest.get(id)?.saving
      await settled
      await copies.settle(id)
      newest.delete(id)
      writers.delete(id)
      firstCopies.delete(id)
    },
    afterwards(work) {
      afterwards.add(work)
      void work.finally(() => afterwards.delete(work))
    },
    resume: (id) => void gone.delete(id),
    forgetCopy: (id) => askMain('drafts:forget-copy', { id }),
    flushCopies: () => copies.flush(),
    async flush() {
      await Promise.all(Array.from(newest.values(), ({ saving }) => saving))
      await copies.flush()
      await Promise.all(afterwards)
    },
  }
}
