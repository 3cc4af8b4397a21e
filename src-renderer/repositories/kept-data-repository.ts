import { policyKey } from '#shared/domain/policy-number.ts'
import { products, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { Desk } from '#shared/ipc/desk.ts'
import type { ForgetAnswer, KeptEntryLine } from '#shared/ipc/kept-data.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import { deleteEarlierDatabases, type DatabaseFailure } from '../db/open-database.ts'
import { answerOf } from './answer-of.ts'
import type { KeptClaims } from './claims-repository-kept.ts'
import type { ClaimLists } from './claims-repository-lists.ts'
import type { DraftRows } from './draft-rows.ts'
import type { DraftsRepository } from './drafts-repository.ts'
import type { PageStorage } from './page-storage.ts'

/** Everything this computer keeps about a policy in the open environment, counted over every store. */
export interface KeptOfPolicy {
  readonly entries: readonly KeptEntryLine[]
  /** Tries, decisions and rows of the insurer's list kept with the entries. */
  readonly historyLines: number
  /** Entries that are owed to somebody: they forbid forgetting. */
  readonly owed: number
  /** Drafts here and main's copies of them: both go. */
  readonly draftIds: readonly string[]
  /** Claims kept with their customer for offline use. */
  readonly keptClaimIds: readonly string[]
  /** Rows of the insurer's lists kept here. */
  readonly listedClaims: number
  /** Damaged files kept aside: what they hold of it cannot be told. */
  readonly filesAside: readonly string[]
}

/** What is kept about people, over main's stores and this page's. */
export interface KeptDataRepository {
  about(policyNumber: string): Promise<Result<KeptOfPolicy, Failure | DatabaseFailure>>
  /** This page's part first, then main's, which rewrites its file last. Can be asked for again when it broke off. */
  forget(
    policyNumber: string,
    options: { readonly filesAside: boolean },
  ): Promise<Result<ForgetAnswer, Failure | DatabaseFailure>>
  /** Practice alone: removes its drafts, lists and kept claims here, and everything of it in main. */
  clearPractice(): Promise<Result<null, Failure | DatabaseFailure>>
}

export interface KeptDataParts {
  readonly desk: Desk
  readonly storage: PageStorage
  readonly environment: Environment
  readonly rows: DraftRows
  readonly drafts: DraftsRepository
  readonly kept: KeptClaims
  readonly lists: ClaimLists
}

export function createKeptDataRepository(parts: KeptDataParts): KeptDataRepository {
  return {
    about: (policyNumber) => about(parts, policyNumber),
    async forget(policyNumber, { filesAside }) {
      const found = await about(parts, policyNumber)
      if (!found.ok) return found
      if (found.value.owed > 0) return ok({ type: 'not-delivered', entries: found.value.owed })
      const removed = await removeHere(parts, policyNumber, found.value)
      if (!removed.ok) return removed
      const answer = await answerOf(parts.desk.request('privacy:forget-policy', { policyNumber, filesAside }))
      if (!answer.ok || answer.value.type !== 'forgotten') return answer
      // Main has counted its copies; the drafts that only this page had went as well.
      return ok({ ...answer.value, drafts: found.value.draftIds.length })
    },
    async clearPractice() {
      await parts.drafts.flush()
      const cleared = await parts.storage.use((database) => {
        const personal = [
          database.drafts,
          database.claimLists,
          database.claimChunks,
          database.keptClaims,
          database.meta,
        ]
        return database.transaction('rw', personal, () => Promise.all(personal.map((table) => table.clear())))
      })
      if (!cleared.ok) return cleared
      await deleteEarlierDatabases(parts.environment, parts.storage.generation)
      return await answerOf(parts.desk.request('privacy:clear-practice'))
    },
  }
}

async function about(
  { desk, rows, kept, lists }: KeptDataParts,
  policyNumber: string,
): Promise<Result<KeptOfPolicy, Failure | DatabaseFailure>> {
  const inMain = await answerOf(desk.request('privacy:about-policy', { policyNumber }))
  if (!inMain.ok) return inMain
  const drafts = await rows.all()
  if (!drafts.ok) return drafts
  const keptClaims = await kept.idsOfPolicy(policyNumber)
  if (!keptClaims.ok) return keptClaims
  const wanted = policyKey(policyNumber)
  let listedClaims = 0
  for (const product of products) {
    const list = await lists.read(product)
    if (!list.ok) return list
    const claims = list.value?.claims ?? []
    listedClaims += claims.filter((claim) => policyKey(claim.policyNumber) === wanted).length
  }
  const here = drafts.value.filter(
    ({ draft }) => draft !== null && policyKey(draft.fields.policyNumber) === wanted,
  )
  const { entries, historyLines, draftIds, filesAside } = inMain.value
  return ok({
    entries,
    historyLines,
    owed: entries.filter(({ state }) => !mayBeForgotten({ name: state })).length,
    draftIds: [...new Set([...draftIds, ...here.map(({ id }) => id)])],
    keptClaimIds: keptClaims.value,
    listedClaims,
    filesAside,
  })
}

async function removeHere(
  { storage, environment, drafts, rows, kept, lists }: KeptDataParts,
  policyNumber: string,
  found: KeptOfPolicy,
): Promise<Result<null, Failure | DatabaseFailure>> {
  for (const id of found.draftIds) {
    const removed = await drafts.remove(id)
    // A colleague's draft is not this officer's to remove one by one; main removes its copy as a whole.
    const row = removed.ok ? removed : await rows.remove([id])
    if (!row.ok) return row
  }
  const removed = await kept.removeIds(found.keptClaimIds)
  if (!removed.ok) return removed
  for (const product of products) {
    const forgotten = await lists.forgetPolicy(product, policyNumber)
    if (!forgotten.ok) return forgotten
  }
  await deleteEarlierDatabases(environment, storage.generation)
  return ok(null)
}
