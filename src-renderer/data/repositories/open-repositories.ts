import type { Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { isDamage, type DatabaseFailure } from '../db/open-database.ts'
import { createKeptClaims } from './claims-repository-kept.ts'
import { createClaimLists } from './claims-repository-lists.ts'
import { createKeptDataRepository, type KeptDataRepository } from './kept-data-repository.ts'
import { createClaimsRepository, type ClaimsRepository } from './claims-repository.ts'
import { createDraftRows, type DraftRows, type OpenedRow } from './draft-rows.ts'
import { createDraftsRepository, type DraftsRepository } from './drafts-repository.ts'
import { officerIdOf } from './officer-id.ts'
import { createOpenDraftMark, type OpenDraftMark } from './open-draft-mark.ts'
import { createDirectoryRepository, type DirectoryRepository } from './directory-repository.ts'
import { createWorkerDirectory, type WorkerDirectory } from './directory-worker-client.ts'
import { leaveEarlierKeys, openEnvironmentsKeys, pageSealsOf, type PageSeals } from './page-seals.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createPharmaciesRepository, type PharmaciesRepository } from './pharmacies-repository.ts'

/** What start-up found and repaired. */
export interface StartUpReport {
  /** Drafts that were missing or outdated in this page and were restored from main's copies. */
  readonly restored: number
  /** Leftover drafts of claims that main had accepted before a crash; they were removed. */
  readonly leftoversRemoved: number
  /** Drafts to show as recovered: restored, or open when the application stopped. */
  readonly recoveredIds: readonly string[]
  /** Rows that cannot be opened and have no copy in main. They are left in place. */
  readonly unreadable: number
}

export type StartUpFailure = Failure | DatabaseFailure

/** The data of the open environment. */
export interface Repositories {
  readonly drafts: DraftsRepository
  readonly claims: ClaimsRepository
  readonly pharmacies: PharmaciesRepository
  readonly directory: DirectoryRepository
  readonly openDraft: OpenDraftMark
  readonly keptData: KeptDataRepository
  readonly report: StartUpReport
  close(): void
}

/** Where the stored directory is searched: in a worker; tests may run it in the caller's thread. */
type StoreOf = (place: {
  readonly environment: Environment
  readonly storage: PageStorage
}) => WorkerDirectory

/**
 * Opens this page's data for the environment: removes drafts that main has accepted, restores lost ones, and sends main
 * the copies it lacks.
 */
export async function openRepositories(
  status: AppStatus,
  createStore: StoreOf = ({ environment }) => createWorkerDirectory(environment),
): Promise<Result<Repositories, StartUpFailure>> {
  const rowKeys = await openEnvironmentsKeys.keys()
  if (!rowKeys.ok) return rowKeys
  const pageSeals = await pageSealsOf(rowKeys.value, officerIdOf(status))
  if (pageSeals === null) return err({ type: 'wrong-shape' })
  const { seals } = pageSeals
  const opened = await openPutRight(status.environment, pageSeals)
  if (!opened.ok) return opened
  const { storage, rows, openDraft, report } = opened.value
  const directory = createDirectoryRepository(storage, () =>
    createStore({ environment: status.environment, storage }),
  )
  const drafts = createDraftsRepository(rows)
  const lists = createClaimLists(storage, seals.office)
  const keptData = createKeptDataRepository({
    storage,
    environment: status.environment,
    officerId: officerIdOf(status),
    rows,
    drafts,
    kept: createKeptClaims(storage, seals.office),
    lists,
  })
  return ok({
    drafts,
    keptData,
    claims: createClaimsRepository(lists, createKeptClaims(storage, seals.office)),
    pharmacies: createPharmaciesRepository(storage, directory),
    directory,
    openDraft,
    report,
    close: () => {
      drafts.close()
      directory.close()
      storage.close()
    },
  })
}

/** The page's database after its drafts were repaired. */
interface PutRight {
  readonly storage: PageStorage
  readonly rows: DraftRows
  readonly openDraft: OpenDraftMark
  readonly report: StartUpReport
}

// A damaged file may open and then fail to read or write, and main's copies could not be restored into it.
async function openPutRight(
  environment: Environment,
  pageSeals: PageSeals,
  from = 1,
): Promise<Result<PutRight, StartUpFailure>> {
  const storage = await openPageStorage(environment, { startsFresh: true, from })
  if (!storage.ok) return storage
  // Before anything else uses the rows: a row written in the meantime could be sealed with a key that is destroyed.
  await leaveEarlierKeys(openEnvironmentsKeys, storage.value, pageSeals)
  const rows = createDraftRows(storage.value, pageSeals.seals)
  const openDraft = createOpenDraftMark(storage.value)
  const report = await putRight(rows, openDraft)
  if (report.ok) return ok({ storage: storage.value, rows, openDraft, report: report.value })
  storage.value.close()
  if (!isDamage(report.error)) return report
  return await openPutRight(environment, pageSeals, storage.value.generation + 1)
}

async function putRight(
  rows: DraftRows,
  openDraft: OpenDraftMark,
): Promise<Result<StartUpReport, StartUpFailure>> {
  const found = await rows.all()
  if (!found.ok) return found
  // Without main's answers nothing is removed or restored: the local drafts are usable, and the next start asks again.
  const answered = await askMain('drafts:copies')
  const copies = answered.ok ? answered.value : []
  const ids = [...new Set([...found.value, ...copies].map(({ id }) => id))]
  const accepted = await acceptedOf(ids)

  const leftovers = found.value.filter(({ id }) => accepted.has(id))
  const removed = await rows.remove(leftovers.map(({ id }) => id))
  if (!removed.ok && isDamage(removed.error)) return removed
  for (const id of accepted) await askMain('drafts:forget-copy', { id })

  const there = new Map(copies.filter(({ id }) => !accepted.has(id)).map((copy) => [copy.id, copy]))
  const pending = found.value.filter(({ id }) => !accepted.has(id))
  const { replaced = [], ours = [] } = Object.groupBy(pending, ({ id, draft }) =>
    isReplaced(draft, there.get(id)) ? 'replaced' : 'ours',
  )
  await keepApart(rows, replaced)
  const here = new Map(ours.map((row) => [row.id, row]))
  const others = await rows.othersIds()
  const restoring = await restore(rows, here, there)
  if (!restoring.ok) return restoring
  // The drafts of a colleague who left belong to the office now: they change owner and do not count as restored.
  const restored = restoring.value.filter((id) => !others.has(id))
  if (answered.ok) await sendCopies(here, there)
  const interrupted = await openDraft.take()
  const wasOpen = here.has(interrupted ?? '') || there.has(interrupted ?? '')
  return ok({
    restored: restored.length,
    leftoversRemoved: leftovers.length,
    recoveredIds: [...new Set(wasOpen && interrupted !== null ? [...restored, interrupted] : restored)],
    unreadable: [...here.values()].filter(({ id, draft }) => draft === null && !there.has(id)).length,
  })
}

// The request's schema allows at most this many.
const idsPerQuestion = 10_000

async function acceptedOf(ids: readonly string[]): Promise<Set<string>> {
  const accepted = new Set<string>()
  for (let start = 0; start < ids.length; start += idsPerQuestion) {
    const asked = { ids: ids.slice(start, start + idsPerQuestion) }
    const answer = await askMain('drafts:accepted', asked)
    if (answer.ok) for (const id of answer.value) accepted.add(id)
  }
  return accepted
}

async function restore(
  rows: DraftRows,
  here: ReadonlyMap<string, OpenedRow>,
  there: ReadonlyMap<string, Draft>,
): Promise<Result<string[], DatabaseFailure>> {
  const restored: string[] = []
  for (const copy of there.values()) {
    const row = here.get(copy.id)
    if (row?.draft && !isNewer(copy, row.draft)) continue
    const put = await rows.put(copy)
    if (put.ok) restored.push(copy.id)
    else if (isDamage(put.error)) return put
  }
  return ok(restored)
}

async function sendCopies(
  here: ReadonlyMap<string, OpenedRow>,
  there: ReadonlyMap<string, Draft>,
): Promise<void> {
  for (const { draft } of here.values()) {
    if (draft === null) continue
    const copy = there.get(draft.id)
    if (copy === undefined || isNewer(draft, copy)) await askMain('drafts:keep-copy', draft)
  }
}

/**
 * Whether a row that the office's key opens stands in the place of a draft that main knows as this officer's own. Every
 * officer has that key: a colleague may have written it, so main's copy counts, even if it is older.
 */
function isReplaced(draft: Draft | null, copy: Draft | undefined): boolean {
  return draft?.isShared === true && copy !== undefined && copy.isShared !== true
}

/** Nothing that was typed is lost: what stood there stays with the office, as another draft. */
async function keepApart(rows: DraftRows, replaced: readonly OpenedRow[]): Promise<void> {
  for (const { draft } of replaced) {
    if (draft === null) continue
    const { earlierReferences: _, ...own } = draft
    await rows.put({ ...own, id: newId(), branchReference: newBranchReference() })
  }
}

function isNewer(one: Draft, other: Draft): boolean {
  return Date.parse(one.updatedAt) > Date.parse(other.updatedAt)
}
