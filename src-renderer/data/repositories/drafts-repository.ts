import { liveQuery } from 'dexie'
import type { ClaimProblems } from '#shared/domain/claim.ts'
import { claimOf, emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
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
  /** A new draft in memory: it is kept from the first {@link save} on, so that looking at a form leaves nothing. */
  create(product: Product, settings: { readonly appendReference: boolean }): Draft
  /** @returns null when there is no such draft, or none that can be opened. */
  read(id: string): Promise<Result<Draft | null, DatabaseFailure>>
  /** Every draft and every row that cannot be opened, newest first, again after each change. */
  list(): Answering<readonly OpenedRow[]>
  /** The same once. */
  all(): Promise<readonly OpenedRow[]>
  /** The drafts of claims that were turned down. */
  readonly turnedDown: TurnedDownDrafts
  /** Writes this version at once, and main's sealed copy within seconds. @returns the time of the version kept. */
  save(draft: Draft): Promise<Result<string, NotSaved>>
  /** Removes a draft for good, from main first: what main keeps would be restored at the next start. */
  remove(id: string): Promise<Result<void, Failure | DatabaseFailure>>
  /** Takes in a draft that main made from an entry, or one that was just removed. */
  adopt(draft: Draft): Promise<Result<string, NotSaved>>
  /** Hands the claim over to main. Only when main has committed it is the draft removed here, soon after. */
  submit(draft: Draft): Promise<Result<EntrySummary, SubmitFailure>>
  /** Sends what main's copies lack now: the window loses the focus or goes. */
  flushCopies(): Promise<void>
  /** Waits until everything that was typed is in both places: the page is about to go. */
  flush(): Promise<void>
}

/** The drafts behind this page's table and main. */
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
    adopt(draft) {
      keeper.resume(draft.id)
      return keeper.save(draft)
    },
    submit: (draft) => submit(rows, keeper, draft),
    flushCopies: () => keeper.flushCopies(),
    flush: () => keeper.flush(),
  }
}

function newDraft(product: Product, { appendReference }: { readonly appendReference: boolean }): Draft {
  const now = new Date().toISOString()
  return {
    id: newId(),
    product,
    fields: emptyFields(),
    branchReference: appendReference ? newBranchReference() : null,
    createdAt: now,
    updatedAt: now,
    rejection: null,
  }
}

async function submit(
  rows: DraftRows,
  keeper: DraftKeeper,
  draft: Draft,
): Promise<Result<EntrySummary, SubmitFailure>> {
  const claim = claimOf(draft.fields)
  if (!claim.ok) return err({ type: 'not-valid', problems: claim.error })
  const { id, product, branchReference } = draft
  const body = { kind: 'claim', product, claim: claim.value, branchReference } as const
  const asked = askMain('outbox:accept', { id, body })
  // Main does not wait for it: it keeps the claim as it was handed over, and where it refuses, the draft stays.
  const saving = keeper.saveOnce(draft)
  const accepted = await asked
  if (!accepted.ok) {
    await saving
    return err({ type: 'not-accepted', failure: accepted.error })
  }
  // Nobody waits for it: should anything fail, the next start finds that main has accepted this id and removes it.
  keeper.afterwards(removeAccepted(rows, keeper, id))
  return ok(accepted.value)
}

async function removeAccepted(rows: DraftRows, keeper: DraftKeeper, id: string): Promise<void> {
  const stopped = keeper.stop(id)
  // First the officer reads that the claim is safe.
  await painted()
  await stopped
  await keeper.forgetCopy(id)
  await rows.remove([id])
}
