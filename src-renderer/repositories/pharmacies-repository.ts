import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import type { Desk } from '#shared/ipc/desk.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { ok, type Result } from '#shared/result.ts'
import type { PharmacyPageRow } from '../db/schema.ts'
import { answerOf } from './answer-of.ts'
import type { PageStorage } from './page-storage.ts'

/** What is looked for: everything, or one filter (spec: endpoint 7 shows one per search). */
export type PharmacyQuestion =
  | { readonly type: 'all'; readonly page: number }
  | { readonly type: 'search'; readonly filter: PharmacyFilter; readonly text: string; readonly page: number }

/** Where an answer comes from. */
export type Source =
  | { readonly type: 'api' }
  /** The API could not be asked; this computer kept the same page. */
  | { readonly type: 'kept'; readonly fetchedAt: string; readonly failure: Failure }
  /** The API could not be asked; found among all pages kept here, so more may exist. `fetchedAt` is the oldest. */
  | { readonly type: 'kept-partly'; readonly fetchedAt: string; readonly failure: Failure }

export interface Sourced<T> {
  readonly value: T
  readonly source: Source
}

/** Pharmacies from the API, and from what this computer has seen of them. */
export interface PharmaciesRepository {
  page(question: PharmacyQuestion): Promise<Result<Sourced<PharmacyPage>, Failure>>
  one(id: number): Promise<Result<Sourced<Pharmacy>, Failure>>
  /**
   * Asks main to have a pharmacy's details sent to a policy's principal customer. The caller makes the id once for
   * each decision of the officer, so that asking again after a failure cannot send twice.
   */
  sendToCustomer(request: {
    readonly id: string
    readonly pharmacy: Pharmacy
    readonly policyNumber: string
  }): Promise<Result<EntrySummary, Failure>>
}

/** An id for one {@link PharmaciesRepository.sendToCustomer}. */
export const newRequestId = newId

const perPage = 15
/** About 6,000 pharmacies: more than the network has, and under two megabytes. */
const keptPages = 400

/** The pharmacies of main's API, with pages kept in this page's database. */
export function createPharmaciesRepository(desk: Desk, storage: PageStorage): PharmaciesRepository {
  return {
    async page(question) {
      const answer = await ask(desk, question)
      if (answer.ok) {
        await keep(storage, keyOf(question), answer.value)
        return ok({ value: answer.value, source: { type: 'api' } })
      }
      const kept = await keptPage(storage, question, answer.error)
      return kept === null ? answer : ok(kept)
    },
    async one(id) {
      const answer = await answerOf(desk.request('pharmacies:one', { id }))
      if (answer.ok) {
        const page = { pharmacies: [answer.value], page: 1, lastPage: 1, total: 1 }
        await keep(storage, `one:${id}`, page)
        return ok({ value: answer.value, source: { type: 'api' } })
      }
      const kept = await keptOne(storage, id)
      if (answer.error.type === 'not-found' || kept === null) return answer
      return ok({
        value: kept.pharmacy,
        source: { type: 'kept', fetchedAt: kept.fetchedAt, failure: answer.error },
      })
    },
    sendToCustomer({ id, pharmacy, policyNumber }) {
      const body = {
        kind: 'pharmacy-request',
        pharmacyId: pharmacy.id,
        pharmacyName: pharmacy.name,
        policyNumber: policyNumber.trim(),
      } as const
      return answerOf(desk.request('outbox:accept', { id, body }))
    },
  }
}

function ask(desk: Desk, question: PharmacyQuestion): Promise<Result<PharmacyPage, Failure>> {
  const { page } = question
  if (question.type === 'all') return answerOf(desk.request('pharmacies:page', { page }))
  const { filter, text } = question
  // Endpoint 8 is the search by name; endpoint 7 has the others.
  return filter === 'name'
    ? answerOf(desk.request('pharmacies:search-by-name', { name: text, page }))
    : answerOf(desk.request('pharmacies:search', { filter, text, page }))
}

function keyOf(question: PharmacyQuestion): string {
  return question.type === 'all'
    ? `all:${question.page}`
    : `${question.filter}:${question.text.trim().toLowerCase()}:${question.page}`
}

// A page that cannot be kept is still shown: it can be fetched again.
async function keep(storage: PageStorage, key: string, page: PharmacyPage): Promise<void> {
  const row: PharmacyPageRow = { key, fetchedAt: new Date().toISOString(), page }
  await storage.use(async (database) => {
    await database.pharmacyPages.put(row)
    const surplus = (await database.pharmacyPages.count()) - keptPages
    if (surplus > 0) await database.pharmacyPages.orderBy('fetchedAt').limit(surplus).delete()
  })
}

async function keptPage(
  storage: PageStorage,
  question: PharmacyQuestion,
  failure: Failure,
): Promise<Sourced<PharmacyPage> | null> {
  const same = await storage.use((database) => database.pharmacyPages.get(keyOf(question)))
  if (same.ok && same.value !== undefined) {
    return { value: same.value.page, source: { type: 'kept', fetchedAt: same.value.fetchedAt, failure } }
  }
  const rows = await storage.use((database) => database.pharmacyPages.orderBy('fetchedAt').toArray())
  const oldest = rows.ok ? rows.value[0] : undefined
  if (!rows.ok || oldest === undefined) return null
  return {
    value: pageOf(matching(rows.value, question), question.page),
    source: { type: 'kept-partly', fetchedAt: oldest.fetchedAt, failure },
  }
}

function matching(rows: readonly PharmacyPageRow[], question: PharmacyQuestion): Pharmacy[] {
  // Later rows are newer and win.
  const byId = new Map(rows.flatMap(({ page }) => page.pharmacies).map((pharmacy) => [pharmacy.id, pharmacy]))
  const all = [...byId.values()].sort((one, other) =>
    one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
  if (question.type === 'all') return all
  const wanted = question.text.trim().toLowerCase()
  return all.filter((pharmacy) => pharmacy[question.filter].toLowerCase().includes(wanted))
}

function pageOf(pharmacies: readonly Pharmacy[], page: number): PharmacyPage {
  const lastPage = Math.max(1, Math.ceil(pharmacies.length / perPage))
  const shown = Math.min(page, lastPage)
  return {
    pharmacies: pharmacies.slice((shown - 1) * perPage, shown * perPage),
    page: shown,
    lastPage,
    total: pharmacies.length,
  }
}

async function keptOne(
  storage: PageStorage,
  id: number,
): Promise<{ readonly pharmacy: Pharmacy; readonly fetchedAt: string } | null> {
  const rows = await storage.use((database) =>
    database.pharmacyPages.orderBy('fetchedAt').reverse().toArray(),
  )
  for (const { page, fetchedAt } of rows.ok ? rows.value : []) {
    const pharmacy = page.pharmacies.find((candidate) => candidate.id === id)
    if (pharmacy !== undefined) return { pharmacy, fetchedAt }
  }
  return null
}
