import { liveQuery } from 'dexie'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import type { ClaimProblems } from '#shared/domain/claim.ts'
import { claimOf, emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import { noAgreedLinks, withAgreedLinks, withoutStandIns, type AgreedLinks } from '#shared/domain/stand-in.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { painted } from '#renderer/composables/painted.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { Answering } from '#renderer/data/useLiveQuery.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { createDraftKeeper, type DraftKeeper, type NotSaved } from './draft-keeper.ts'
import type { DraftRows, OpenedRow } from './draft-rows.ts'
import type { TurnedDownDrafts } from './turned-down-drafts.ts'

export type SubmitFailure =
  | { readonly type: 'not-valid'; readonly problems: ClaimProblems }
  | { readonly type: 'not-accepted'; readonly failure: Failure }

/** The drafts of one environment. */
export interface DraftsRepository {
  /** A new draft in memory. Only {@link save} stores it, so that merely opening a form leaves no draft. */
  create(product: Product): Draft
  /** @returns null when there is no such draft, or it cannot be opened. */
  read(id: string): Promise<Result<Draft | null, DatabaseFailure>>
  /** A live query of all drafts and all rows that cannot be opened, newest first. */
  list(): Answering<readonly OpenedRow[]>
  /** The same, read once. */
  all(): Promise<readonly OpenedRow[]>
  /** The drafts of claims that were turned down. */
  readonly turnedDown: TurnedDownDrafts
  /** Saves this version at once, and main's sealed copy within seconds. @returns the time of the saved version. */
  save(draft: Draft): Promise<Result<string, NotSaved>>
  /** Deletes a draft for good, in main first: a copy left in main would be restored at the next start. */
  remove(id: string): Promise<Result<void, Failure | DatabaseFailure>>
  /** Brings a draft back that was just deleted, from main's copy, with its files. */
  undoRemove(draft: Draft): Promise<Result<string, NotSaved | Failure>>
  /** Saves a draft that main made from an entry. */
  adopt(draft: Draft): Promise<Result<string, NotSaved>>
  /**
   * Submits the claim to main. The draft is removed here soon after main has committed the claim, not before.
   *
   * @param fromFiles the fields whose links come from files
   * @param links what head office agreed on
   */
  submit(
    draft: Draft,
    fromFiles?: readonly AttachmentField[],
    links?: AgreedLinks,
  ): Promise<Result<EntrySummary, SubmitFailure>>
  /** Brings main's copies up to date now, when the window loses the focus or is about to close. */
  flushCopies(): Promise<void>
  /** Waits until everything that was typed is saved in both places, before the page goes. */
  flush(): Promise<void>
  /** Sends main no more copies; the next start sends those that are missing. */
  close(): void
}

/** The drafts in this page's table and in main. */
export function createDraftsRepository(rows: DraftRows): DraftsRepository {
  const keeper = createDraftKeeper(rows)
  return {
    create: newDraft,
    async read(id) {
      const row = await rows.one(id)
      return row.ok ? ok(row.value?.draft ?? null) : row
    },
    list: () => liveQuery(() => rows.watched()),
    all: () => rows.watched(),
    turnedDown: rows.turnedDown,
    save: (draft) => keeper.save(draft),
    async remove(id) {
      await keeper.stop(id)
      const forgotten = await keeper.forgetCopy(id)
      if (forgotten.ok) return rows.remove([id])
      keeper.resume(id)
      return forgotten
    },
    async undoRemove(draft) {
      const back = await askMain('drafts:undo-forget', { id: draft.id })
      if (!back.ok) return back
      keeper.resume(draft.id)
      // Main's copy may be a few seconds behind.
      return keeper.save(draft.updatedAt > back.value.updatedAt ? draft : back.value)
    },
    adopt(draft) {
      keeper.resume(draft.id)
      return keeper.save(draft)
    },
    submit: (draft, fromFiles = [], links = noAgreedLinks) => submit(rows, keeper, draft, fromFiles, links),
    flushCopies: () => keeper.flushCopies(),
    flush: () => keeper.flush(),
    close: () => keeper.close(),
  }
}

function newDraft(product: Product): Draft {
  const now = new Date().toISOString()
  return {
    id: newId(),
    product,
    fields: emptyFields(),
    branchReference: newBranchReference(),
    createdAt: now,
    updatedAt: now,
    rejection: null,
  }
}

async function submit(
  rows: DraftRows,
  keeper: DraftKeeper,
  draft: Draft,
  fromFiles: readonly AttachmentField[],
  links: AgreedLinks,
): Promise<Result<EntrySummary, SubmitFailure>> {
  const standIns = withoutStandIns(draft.standIns ?? {}, (field) => draft.fields[field].trim() !== '')
  const fields = withAgreedLinks(draft.fields, standIns, links)
  const claim = claimOf(fields, fromFiles)
  if (!claim.ok) return err({ type: 'not-valid', problems: claim.error })
  const { id, product, branchReference, earlierReferences } = draft
  const references = { branchReference, ...(earlierReferences === undefined ? {} : { earlierReferences }) }
  const files = fromFiles.length === 0 ? {} : { fromFiles: [...fromFiles] }
  const chosen = Object.keys(standIns).length === 0 ? {} : { standIns }
  const body = { kind: 'claim', product, claim: claim.value, ...references, ...files, ...chosen } as const
  const asked = askMain('outbox:accept', { id, body })
  // In parallel: main stores the claim it was given, and if it refuses, the draft stays.
  const saving = keeper.saveOnce(draft)
  const accepted = await asked
  if (!accepted.ok) {
    await saving
    return err({ type: 'not-accepted', failure: accepted.error })
  }
  // In the background: if this fails, the next start finds that main has accepted this id and removes the draft.
  keeper.afterwards(removeAccepted(rows, keeper, id))
  return ok(accepted.value)
}

async function removeAccepted(rows: DraftRows, keeper: DraftKeeper, id: string): Promise<void> {
  const stopped = keeper.stop(id)
  // Show the officer first that the claim is safe.
  await painted()
  await stopped
  await keeper.forgetCopy(id)
  await rows.remove([id])
}
