import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { ForgetAnswer } from '#shared/contract/kept-data.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { deleteEarlierDatabases } from '../db/open-database.ts'
import type { ClaimLists } from './claims-repository-lists.ts'
import {
  aboutPolicy,
  removeHere,
  resealClosed,
  withClosedPage,
  type KeptDataFailure,
  type KeptOfPolicy,
  type PagePart,
} from './kept-in-environment.ts'
import type { PageStorage } from './page-storage.ts'

export type { KeptOfPolicy } from './kept-in-environment.ts'

/** What is stored about a policy in all environments. */
export interface KeptEverywhere {
  /** The open environment first. */
  readonly places: readonly KeptOfPolicy[]
  /** Environments whose stores cannot be opened now: their content is unknown. */
  readonly notLookedAt: readonly Environment[]
}

/** The outcome of forgetting a policy everywhere. */
export type Forgotten =
  | { readonly type: 'not-delivered' }
  | {
      readonly type: 'forgotten'
      readonly entries: number
      readonly drafts: number
      readonly attachmentFiles: number
      readonly uploadedFiles: number
      readonly keptClaims: number
      readonly listedClaims: number
      readonly filesAside: number
      /** False when the disk refused the last step, which is retried automatically. */
      readonly isDestroyed: boolean
      /** Environments where it failed or was not completed. */
      readonly notDone: readonly Environment[]
    }

/** What is stored about people, in main's and this page's stores, in all environments. */
export interface KeptDataRepository {
  /** Fails only when the open environment cannot be read. */
  about(policy: PolicyNumber): Promise<Result<KeptEverywhere, KeptDataFailure>>
  /**
   * Refused as a whole while any environment has something undelivered. In each one this page's part is removed first,
   * then main's, which rewrites its file last. Safe to retry after an interruption.
   */
  forget(
    policy: PolicyNumber,
    options: { readonly filesAside: boolean },
  ): Promise<Result<Forgotten, KeptDataFailure>>
  /** Practice only: removes its lists here, and all its data in main. */
  clearPractice(): Promise<Result<null, KeptDataFailure>>
}

export interface KeptDataParts {
  readonly storage: PageStorage
  readonly environment: Environment
  readonly lists: ClaimLists
}

export function createKeptDataRepository(parts: KeptDataParts): KeptDataRepository {
  return {
    about: (policy) => aboutEverywhere(parts, policy),
    forget: (policy, options) => forgetEverywhere(parts, policy, options.filesAside),
    async clearPractice() {
      const cleared = await parts.storage.use((database) => {
        const personal = [database.claimLists, database.claimChunks, database.claimListSizes]
        return database.transaction('rw', personal, () => Promise.all(personal.map((table) => table.clear())))
      })
      if (!cleared.ok) return cleared
      await deleteEarlierDatabases(parts.environment, parts.storage.generation)
      return await askMain('privacy:clear-practice')
    },
  }
}

async function aboutEverywhere(
  parts: KeptDataParts,
  policy: PolicyNumber,
): Promise<Result<KeptEverywhere, KeptDataFailure>> {
  const { environment } = parts
  const open = await aboutPolicy(environment, openPage(parts), policy)
  if (!open.ok) return open
  const places = [open.value]
  const notLookedAt: Environment[] = []
  for (const other of othersThan(environment)) {
    const found = await withClosedPage(other, (page) => aboutPolicy(other, page, policy))
    if (found.ok) places.push(found.value)
    else notLookedAt.push(other)
  }
  return ok({ places, notLookedAt })
}

async function forgetEverywhere(
  parts: KeptDataParts,
  policy: PolicyNumber,
  filesAside: boolean,
): Promise<Result<Forgotten, KeptDataFailure>> {
  const { environment } = parts
  const found = await aboutEverywhere(parts, policy)
  if (!found.ok) return found
  if (found.value.places.some(({ owed }) => owed > 0)) return ok({ type: 'not-delivered' })
  const done: Done[] = []
  const notDone = [...found.value.notLookedAt]
  for (const kept of found.value.places.slice(1)) {
    const other = kept.environment
    const forgotten = await withClosedPage(other, async (page) => {
      const inMain = await forgetIn(page, policy, kept, filesAside)
      if (!inMain.ok || page === null) return inMain
      const sealed = await resealClosed(other, page)
      return sealed.ok ? inMain : sealed
    })
    if (forgotten.ok) done.push(forgotten.value)
    else notDone.push(other)
  }
  const [kept] = found.value.places
  const open = kept === undefined ? null : await forgetIn(openPage(parts), policy, kept, filesAside)
  if (open?.ok !== true) return open ?? err({ type: 'storage-unavailable' })
  const total = [...done, open.value]
  const sum = (countOf: (one: Done) => number): number => total.reduce((all, one) => all + countOf(one), 0)
  return ok({
    type: 'forgotten',
    entries: sum(({ answer }) => answer.entries),
    drafts: sum(({ answer }) => answer.drafts),
    attachmentFiles: sum((one) => one.kept.attachmentFiles),
    uploadedFiles: sum((one) => one.kept.uploadedFiles),
    keptClaims: sum(({ answer }) => answer.keptDetails),
    listedClaims: sum((one) => one.kept.listedClaims),
    filesAside: sum(({ answer }) => answer.filesAside),
    isDestroyed: total.every(({ answer }) => answer.isDestroyed),
    notDone: environments.filter((name) => name !== environment && notDone.includes(name)),
  })
}

interface Done {
  readonly kept: KeptOfPolicy
  readonly answer: Extract<ForgetAnswer, { readonly type: 'forgotten' }>
}

async function forgetIn(
  page: PagePart | null,
  policy: PolicyNumber,
  kept: KeptOfPolicy,
  filesAside: boolean,
): Promise<Result<Done, KeptDataFailure>> {
  const removed = page === null ? ok(null) : await removeHere(page, policy, kept)
  if (!removed.ok) return removed
  const { environment } = kept
  const asked = { policy, environment, filesAside }
  const answer: Result<ForgetAnswer, Failure> = await askMain('privacy:forget-policy', asked)
  if (!answer.ok) return answer
  // An entry of the policy was accepted after the search.
  if (answer.value.type !== 'forgotten') return err({ type: 'not-possible-now' })
  return ok({ kept, answer: answer.value })
}

function openPage({ storage, lists }: KeptDataParts): PagePart {
  return { storage, lists }
}

function othersThan(environment: Environment): readonly Environment[] {
  return environments.filter((name) => name !== environment)
}
