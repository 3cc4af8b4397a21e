import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { PharmacyPageRow } from '../db/schema.ts'
import type { DirectoryRepository, StoredDirectory } from './directory-repository.ts'
import { createFieldSearch } from './field-search.ts'
import type { PageStorage } from './page-storage.ts'

/** What is looked for, in any field; an empty text means all pharmacies. */
export interface PharmacyQuestion {
  readonly text: string
  readonly page: number
}

/** The source of an answer. `failure` says why it is not the API; null when the officer chose the source. */
export type Source =
  | { readonly type: 'api'; readonly fetchedAt: string }
  /** This computer had stored the same page. */
  | { readonly type: 'kept'; readonly fetchedAt: string; readonly failure: Failure }
  /** Found among the pages seen on this computer, so more may exist; `oldestAt` is null when there are none. */
  | {
      readonly type: 'kept-partly'
      readonly oldestAt: string | null
      readonly count: number
      readonly failure: Failure | null
    }
  /** Found in the stored directory. */
  | {
      readonly type: 'directory'
      readonly fetchedAt: string
      readonly count: number
      readonly isComplete: boolean
      readonly failure: Failure | null
    }

export interface Sourced<T> {
  readonly value: T
  readonly source: Source
}

/** Pharmacies from the API, and from the pages and directory stored on this computer. */
export interface PharmaciesRepository {
  /** From the insurer; where it cannot be reached, from what is stored. */
  page(question: PharmacyQuestion): Promise<Result<Sourced<PharmacyPage>, Failure>>
  /** The same for a computer that is known to have no connection: null where nothing is stored. */
  pageOffline(question: PharmacyQuestion): Promise<Sourced<PharmacyPage> | null>
  /** Prefetches a page of all pharmacies; for a minute, {@link page} then returns it at once. */
  fetchAhead(page: number): Promise<void>
  /** Searches the stored directory, or the pages seen while there is none. */
  searchKept(question: PharmacyQuestion): Promise<Result<KeptSearch, Failure>>
  one(id: number): Promise<Result<Sourced<Pharmacy>, Failure>>
  /**
   * Asks main to have a pharmacy's details sent to a policy's principal customer. The caller creates the id once per
   * decision of the officer, so that a retry after a failure cannot send twice.
   */
  sendToCustomer(request: {
    readonly id: string
    readonly pharmacy: Pharmacy
    readonly policyNumber: string
    /** The entry of the request that was not accepted, which this one settles. */
    readonly corrects?: string | undefined
  }): Promise<Result<EntrySummary, Failure>>
}

export interface KeptSearch extends Sourced<PharmacyPage> {
  /** Number of hits by similar spelling only. */
  readonly similar: number
}

/** An id for one {@link PharmaciesRepository.sendToCustomer}. */
export const newRequestId = newId

/** About 6,000 pharmacies, under two megabytes. An officer who needs more keeps the directory. */
const keptPages = 400
const aheadMs = 60_000

/** The pharmacies from main's API, with pages stored in this page's database. */
export function createPharmaciesRepository(
  storage: PageStorage,
  directory: DirectoryRepository,
): PharmaciesRepository {
  const fields = createFieldSearch(askForField)
  const fetchPage = async (question: PharmacyQuestion, isUnasked: boolean): Promise<ApiAnswer> => {
    const { text, page } = question
    const answer = await (text === '' ? askForAll(page, isUnasked) : fields.page(text, page))
    if (!answer.ok) return answer
    const fetchedAt = new Date().toISOString()
    await keep(storage, keyOf(question), fetchedAt, answer.value)
    directory.noteSeenPages()
    return ok({ value: answer.value, source: { type: 'api', fetchedAt } })
  }
  const ahead = createAhead(fetchPage)
  return {
    async page(question) {
      const answer = await ahead.take(question)
      return answer.ok ? answer : await keptOr(answer, storage, directory, question)
    },
    async pageOffline(question) {
      const kept = await keptOr(err({ type: 'offline' }), storage, directory, question)
      return kept.ok ? kept.value : null
    },
    fetchAhead: (page) => ahead.fetch({ text: '', page }),
    async searchKept({ text, page }) {
      const hits = await directory.search(text, page)
      if (hits === null) return err({ type: 'storage-unavailable' })
      return ok({ value: hits.page, source: sourceOf(hits.content, null), similar: hits.counts.typo })
    },
    async one(id) {
      const answer = await askMain('pharmacies:one', { id })
      if (answer.ok) {
        const fetchedAt = new Date().toISOString()
        await keep(storage, `one:${id}`, fetchedAt, onePage(answer.value))
        directory.noteSeenPages()
        return ok({ value: answer.value, source: { type: 'api', fetchedAt } })
      }
      const kept =
        answer.error.type === 'not-found' ? null : await keptOne(storage, directory, id, answer.error)
      return kept === null ? answer : ok(kept)
    },
    sendToCustomer({ id, pharmacy, policyNumber, corrects }) {
      const body = {
        kind: 'pharmacy-request',
        pharmacyId: pharmacy.id,
        // Main stores the name to show it, and the insurer's names may have any length.
        pharmacyName: pharmacy.name.trim().slice(0, 500) || `#${pharmacy.id}`,
        policyNumber: policyNumber.trim(),
      } as const
      return askMain('outbox:accept', { id, body, ...(corrects === undefined ? {} : { corrects }) })
    },
  }
}

type ApiAnswer = Result<Sourced<PharmacyPage>, Failure>

/** The prefetched next page: used once, and only while it is fresh. */
function createAhead(fetchNow: (question: PharmacyQuestion, isUnasked: boolean) => Promise<ApiAnswer>): {
  take(question: PharmacyQuestion): Promise<ApiAnswer>
  fetch(question: PharmacyQuestion): Promise<void>
} {
  let next: { readonly key: string; readonly atMs: number; readonly answer: Promise<ApiAnswer> } | null = null
  return {
    async take(question) {
      const ready = next?.key === keyOf(question) && Date.now() - next.atMs < aheadMs ? next : null
      next = null
      const answer = await ready?.answer
      return answer?.ok === true ? answer : await fetchNow(question, false)
    },
    async fetch(question) {
      const key = keyOf(question)
      if (next?.key !== key) next = { key, atMs: Date.now(), answer: fetchNow(question, true) }
      await next.answer
    },
  }
}

async function askForAll(page: number, isUnasked: boolean): Promise<Result<PharmacyPage, Failure>> {
  return isPage(page, await askMain('pharmacies:page', { page, isUnasked }))
}

/** Endpoint 8 is the search by name; endpoint 7 has the others. */
async function askForField(
  filter: PharmacyFilter,
  text: string,
  page: number,
): Promise<Result<PharmacyPage, Failure>> {
  const answer =
    filter === 'name'
      ? await askMain('pharmacies:search-by-name', { name: text, page })
      : await askMain('pharmacies:search', { filter, text, page })
  return isPage(page, answer)
}

// A server that ignores the page number would answer every request with its first page.
function isPage(wanted: number, answer: Result<PharmacyPage, Failure>): Result<PharmacyPage, Failure> {
  return answer.ok && answer.value.page !== wanted ? err({ type: 'page-ignored' }) : answer
}

function keyOf({ text, page }: PharmacyQuestion): string {
  return `${text === '' ? 'all' : 'search'}:${text.trim().toLowerCase()}:${page}`
}

const onePage = (pharmacy: Pharmacy): PharmacyPage => ({
  pharmacies: [pharmacy],
  page: 1,
  lastPage: 1,
  total: 1,
})

// A page that cannot be stored is still shown: it can be fetched again.
async function keep(storage: PageStorage, key: string, fetchedAt: string, page: PharmacyPage): Promise<void> {
  const row: PharmacyPageRow = { key, fetchedAt, page }
  await storage.use(async (database) => {
    await database.pharmacyPages.put(row)
    const surplus = (await database.pharmacyPages.count()) - keptPages
    if (surplus > 0) await database.pharmacyPages.orderBy('fetchedAt').limit(surplus).delete()
  })
}

/** The stored page itself, or the query run on the directory or on all stored pages; the newest wins. */
async function keptOr(
  failed: { readonly ok: false; readonly error: Failure },
  storage: PageStorage,
  directory: DirectoryRepository,
  question: PharmacyQuestion,
): Promise<ApiAnswer> {
  const failure = failed.error
  const found = await storage.use((database) => database.pharmacyPages.get(keyOf(question)))
  const same = found.ok ? found.value : undefined
  await directory.begin()
  const directoryAt = directory.status.kept?.fetchedAt ?? ''
  if (same !== undefined && same.fetchedAt > directoryAt) {
    return ok({ value: same.page, source: { type: 'kept', fetchedAt: same.fetchedAt, failure } })
  }
  const page = question.text === '' ? await directory.page(question.page) : null
  if (page !== null) return ok({ value: page.value, source: sourceOf(page.content, failure) })
  const hits = await directory.search(question.text, question.page)
  if (hits === null || (hits.content.type === 'pages' && hits.content.count === 0)) return failed
  return ok({ value: hits.page, source: sourceOf(hits.content, failure) })
}

async function keptOne(
  storage: PageStorage,
  directory: DirectoryRepository,
  id: number,
  failure: Failure,
): Promise<Sourced<Pharmacy> | null> {
  const fromDirectory = await directory.one(id)
  const directoryAt = fromDirectory?.content.type === 'directory' ? fromDirectory.content.fetchedAt : ''
  const rows = await storage.use((database) =>
    database.pharmacyPages.where('fetchedAt').above(directoryAt).reverse().sortBy('fetchedAt'),
  )
  for (const { page, fetchedAt } of rows.ok ? rows.value : []) {
    const pharmacy = page.pharmacies.find((candidate) => candidate.id === id)
    if (pharmacy !== undefined) return { value: pharmacy, source: { type: 'kept', fetchedAt, failure } }
  }
  return fromDirectory === null
    ? null
    : { value: fromDirectory.value, source: sourceOf(fromDirectory.content, failure) }
}

function sourceOf(content: StoredDirectory, failure: Failure | null): Source {
  return content.type === 'directory'
    ? {
        type: 'directory',
        fetchedAt: content.fetchedAt,
        count: content.count,
        isComplete: content.isComplete,
        failure,
      }
    : { type: 'kept-partly', oldestAt: content.oldestAt, count: content.count, failure }
}
