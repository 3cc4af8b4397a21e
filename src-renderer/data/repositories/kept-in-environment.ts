import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { KeptEntryLine } from '#shared/contract/kept-data.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { deleteEarlierDatabases, hasDatabase, type DatabaseFailure } from '../db/open-database.ts'
import { createClaimLists, type ClaimLists } from './claims-repository-lists.ts'
import { closedEnvironmentsKeys, leaveEarlierKeys, pageSealsOf } from './page-seals.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'

export type KeptDataFailure = Failure | DatabaseFailure

/** Everything this computer stores about a policy in one environment, counted over all stores. */
export interface KeptOfPolicy {
  readonly environment: Environment
  readonly entries: readonly KeptEntryLine[]
  /** Attempts, decisions and rows of the insurer's list stored with the entries. */
  readonly historyLines: number
  /** Entries that are not delivered yet: they block forgetting. */
  readonly owed: number
  readonly drafts: number
  /** Attachments of its drafts and entries. */
  readonly attachmentFiles: number
  /** Files of its entries in the file store. */
  readonly uploadedFiles: number
  /** Claims kept with their customer for offline use. */
  readonly keptDetails: number
  /** Rows of the insurer's lists kept here. */
  readonly listedClaims: number
  /** Damaged files that were set aside; whether they hold anything about the policy is unknown. */
  readonly filesAside: readonly string[]
  /** Copies from before an update, which may hold something of it. */
  readonly copies: number
}

/** This page's stores of an environment, open. */
export interface PagePart {
  readonly storage: PageStorage
  readonly lists: ClaimLists
}

/** What main and this page store about a policy in an environment. @param page null when the page stores nothing. */
export async function aboutPolicy(
  environment: Environment,
  page: PagePart | null,
  policy: PolicyNumber,
): Promise<Result<KeptOfPolicy, KeptDataFailure>> {
  const inMain = await askMain('privacy:about-policy', { policy, environment })
  if (!inMain.ok) return inMain
  const here = page === null ? ok(nothingHere) : await aboutHere(page, policy)
  if (!here.ok) return here
  const { entries, historyLines, drafts, keptDetails, attachmentFiles, uploadedFiles, filesAside, copies } =
    inMain.value
  return ok({
    environment,
    entries,
    historyLines,
    owed: entries.filter(({ state }) => !mayBeForgotten({ name: state })).length,
    ...here.value,
    drafts,
    keptDetails,
    attachmentFiles,
    uploadedFiles,
    filesAside,
    copies,
  })
}

type KeptHere = Pick<KeptOfPolicy, 'listedClaims'>
const nothingHere: KeptHere = { listedClaims: 0 }

async function aboutHere(
  { lists }: PagePart,
  policy: PolicyNumber,
): Promise<Result<KeptHere, KeptDataFailure>> {
  let listedClaims = 0
  for (const product of products) {
    const list = await lists.read(product)
    if (!list.ok) return list
    listedClaims += list.value?.listed.ofPolicy(policy).length ?? 0
  }
  return ok({ listedClaims })
}

/** Removes what was found from this page's stores. */
export async function removeHere(
  { storage, lists }: PagePart,
  policy: PolicyNumber,
  { environment }: KeptOfPolicy,
): Promise<Result<null, KeptDataFailure>> {
  for (const product of products) {
    const forgotten = await lists.forgetPolicy(product, policy)
    if (!forgotten.ok) return forgotten
  }
  await deleteEarlierDatabases(environment, storage.generation)
  return ok(null)
}

/**
 * Opens this page's stores of an environment that is not in use, runs an action on them, and closes them.
 */
export async function withClosedPage<T>(
  environment: Environment,
  work: (page: PagePart | null) => Promise<Result<T, KeptDataFailure>>,
): Promise<Result<T, KeptDataFailure>> {
  const isThere = await hasDatabase(environment)
  if (!isThere.ok) return isThere
  if (!isThere.value) return await work(null)
  const keys = await closedEnvironmentsKeys(environment).keys()
  if (!keys.ok) return keys
  const pageSeals = await pageSealsOf(keys.value)
  if (pageSeals === null) return err({ type: 'wrong-shape' })
  const opened = await openPageStorage(environment)
  if (!opened.ok) return opened
  const storage = opened.value
  try {
    return await work({
      storage,
      lists: createClaimLists(storage, pageSeals.office),
    })
  } finally {
    storage.close()
  }
}

/** Reseals this page's rows of an environment that is not in use with the newest keys, and destroys the earlier ones. */
export async function resealClosed(
  environment: Environment,
  { storage }: PagePart,
): Promise<Result<null, KeptDataFailure>> {
  const questions = closedEnvironmentsKeys(environment)
  const keys = await questions.keys()
  if (!keys.ok) return keys
  const pageSeals = await pageSealsOf(keys.value)
  return pageSeals === null
    ? err({ type: 'wrong-shape' })
    : await leaveEarlierKeys(questions, storage, pageSeals)
}
