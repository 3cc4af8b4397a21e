import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { createDraftCopies } from './draft-copies.ts'
import type { DraftRows } from './draft-rows.ts'
import { latestOnly } from './latest-only.ts'

/** The draft is not in this page's database; `copyKept` is whether main has its sealed copy instead. */
export interface NotSaved {
  readonly failure: DatabaseFailure
  readonly copyKept: boolean
}

/** Saves each draft both in the page and in main, in the order it was typed, until it is removed. */
export interface DraftKeeper {
  save(draft: Draft): Promise<Result<string, NotSaved>>
  /** Saves this version unless it is already saved or being saved. */
  saveOnce(draft: Draft): Promise<Result<string, NotSaved>>
  /** Stops saving a draft: waits for writes in flight and allows no further ones. */
  stop(id: string): Promise<void>
  /** Registers background work after a draft's end; only {@link flush} waits for it, before the page goes. */
  afterwards(work: Promise<unknown>): void
  /** Allows a stopped draft to be saved again. */
  resume(id: string): void
  forgetCopy(id: string): Promise<Result<null, Failure>>
  flushCopies(): Promise<void>
  /** Waits until everything that was typed is saved in both places. */
  flush(): Promise<void>
  /** Sends main no more copies; the next start sends those that are missing. */
  close(): void
}

/** Saves drafts in this page's table and in main. */
export function createDraftKeeper(rows: DraftRows): DraftKeeper {
  const copies = createDraftCopies()
  const writers = new Map<string, (draft: Draft) => Promise<Result<string, NotSaved>>>()
  const newest = new Map<
    string,
    { readonly updatedAt: string; readonly saving: Promise<Result<string, NotSaved>> }
  >()
  const afterwards = new Set<Promise<unknown>>()
  // A draft without a copy in main cannot be restored when the page's database is lost. So the first copy is sent at
  // once, and the draft is not reported as saved before it arrives. Writing to the table does not wait for main.
  const firstCopies = new Map<string, Promise<unknown>>()
  // Accepted or removed drafts, which a late save must not bring back.
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
  // If main refuses it (a full disk), the draft is still here, and the next change retries.
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
      // Before the first await as well: a flush in the meantime must find nothing scheduled for this draft.
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
    close: () => copies.close(),
    async flush() {
      await Promise.all(Array.from(newest.values(), ({ saving }) => saving))
      await copies.flush()
      await Promise.all(afterwards)
    },
  }
}
