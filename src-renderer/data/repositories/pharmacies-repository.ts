import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { askedText } from '../search/asked-words.ts'
import { createFieldSearch } from './field-search.ts'
import type { PharmacyStore, StoredPharmacies } from './pharmacy-store.ts'

/** What is looked for, in any field; an empty text means all pharmacies. */
export interface PharmacyQuestion {
  readonly text: string
  readonly page: number
}

/** The source of an answer. `failure` says why it is not the insurer; null when the officer chose the source. */
export type Source = { readonly type: 'api'; readonly fetchedAt: string } | Stored
type Stored = StoredPharmacies & { readonly failure: Failure | null }

/** Who answers: the insurer; the downloaded pharmacies; or, without a connection, whatever is stored. */
export type PharmacyPlace = 'insurer' | 'offline' | 'no-connection'

export interface Sourced<T> {
  readonly value: T
  readonly source: Source
  /** Number of hits that do not have every word as it was typed. */
  readonly similar: number
}

type Answer<T> = Promise<Result<Sourced<T>, Failure>>

/** Pharmacies from the insurer, and from what is stored on this computer. */
export class PharmaciesRepository {
  readonly #store: PharmacyStore
  readonly #fields = createFieldSearch(askForField)

  constructor(store: PharmacyStore) {
    this.#store = store
  }

  /**
   * A page of what is found. What is stored also answers where the insurer cannot be reached, all in one page: further
   * pages are the insurer's alone, or what is shown would go on with something else.
   */
  async search(question: PharmacyQuestion, place: PharmacyPlace): Answer<PharmacyPage> {
    const { page } = question
    const offline = place === 'offline' ? null : ({ type: 'offline' } as const)
    const first = place === 'insurer' || page > 1 ? null : await this.#stored(question.text, offline)
    // Without a connection, and with nothing stored, it may be worth a try.
    if (first !== null && (place === 'offline' || isAny(first))) return first
    const text = askedText(question.text)
    const answer = await (text === '' ? askForAll(page) : this.#fields.page(text, page))
    if (answer.ok) {
      const of = text === '' ? 'all' : `search:${text.toLowerCase()}`
      return ok(await this.#seen(of, answer.value, answer.value))
    }
    if (page > 1) return answer
    const second = await this.#stored(question.text, answer.error)
    return isAny(second) ? second : answer
  }

  async #stored(text: string, failure: Failure | null): Answer<PharmacyPage> {
    const answer = await this.#store.search({ text })
    if (!answer.ok) return answer
    const { found, content, similar } = answer.value
    const value = { pharmacies: found, page: 1, lastPage: 1, total: found.length }
    return ok({ value, source: { ...content, failure }, similar })
  }

  async one(id: number): Answer<Pharmacy> {
    const answer = await askMain('pharmacies:one', { id })
    if (answer.ok) {
      const page = { pharmacies: [answer.value], page: 1, lastPage: 1, total: 1 }
      return ok(await this.#seen(`one:${id}`, page, answer.value))
    }
    const kept = answer.error.type === 'not-found' ? null : await this.#store.one({ id })
    if (kept?.ok !== true || kept.value === null) return answer
    const { pharmacy, content } = kept.value
    return ok({ value: pharmacy, source: { ...content, failure: answer.error }, similar: 0 })
  }

  // A page that cannot be stored is still shown: it can be fetched again.
  async #seen<T>(of: string, page: PharmacyPage, value: T): Promise<Sourced<T>> {
    await this.#store.keep({ of, page })
    return { value, source: { type: 'api', fetchedAt: new Date().toISOString() }, similar: 0 }
  }
}

/** Whether pharmacies are stored at all, found or not. */
function isAny(answer: Awaited<Answer<PharmacyPage>>): boolean {
  return answer.ok && answer.value.source.type !== 'api' && answer.value.source.count > 0
}

async function askForAll(page: number): Promise<Result<PharmacyPage, Failure>> {
  return isPage(page, await askMain('pharmacies:page', { page }))
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
