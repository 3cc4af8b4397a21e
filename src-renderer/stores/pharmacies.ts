import { defineStore } from 'pinia'
import { computed, reactive, shallowRef, watch } from 'vue'
import { pharmacyFilters, type PharmacyFilter, type PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type { DirectoryQuery } from '#renderer/data/repositories/directory-repository.ts'
import type { PharmacyQuestion, Sourced } from '#renderer/data/repositories/pharmacies-repository.ts'

export type PharmacyMode = 'api' | 'kept'

const noFilters = { name: '', code: '', state: '', lga: '', address: '' }

/** The query and results of the pharmacies screen, kept so that returning to it shows it as it was left. */
export const usePharmacies = defineStore('pharmacies', () => {
  const mode = shallowRef<PharmacyMode>('api')
  /** The query to the API, which supports one filter at a time. */
  const filter = shallowRef<PharmacyFilter>('name')
  const text = shallowRef('')
  const question = shallowRef<PharmacyQuestion>({ type: 'all', page: 1 })
  /** The query to the stored data, with all filters combined. */
  const anywhere = shallowRef('')
  const filters = reactive<Record<PharmacyFilter, string>>({ ...noFilters })
  const shown = shallowRef<Sourced<PharmacyPage> | null>(null)
  const similar = shallowRef(0)
  const failure = shallowRef<Failure | null>(null)
  const isReading = shallowRef(false)
  let turn = 0

  const page = computed(() => shown.value?.value.page ?? question.value.page)

  // Each environment has its own pharmacies.
  watch(repositoriesState, () => {
    turn += 1
    mode.value = 'api'
    question.value = { type: 'all', page: 1 }
    text.value = ''
    emptyFields()
    shown.value = null
    failure.value = null
    isReading.value = false
  })

  function emptyFields(): void {
    anywhere.value = ''
    Object.assign(filters, noFilters)
  }

  /** Requests a page from the API, then prefetches the next; only the newest of several requests is shown. */
  async function ask(next: PharmacyQuestion): Promise<void> {
    const repositories = openedRepositories()
    if (repositories === null) return
    turn += 1
    const mine = turn
    question.value = next
    isReading.value = true
    const answer = await repositories.pharmacies.page(next)
    if (mine !== turn) return
    isReading.value = false
    similar.value = 0
    shown.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
    const isFresh = answer.ok && answer.value.source.type === 'api'
    if (isFresh && answer.value.value.lastPage > next.page) {
      void repositories.pharmacies.fetchAhead({ ...next, page: next.page + 1 })
    }
  }

  /** Searches the stored data, with all fields combined. */
  async function searchKept(wantedPage = 1): Promise<void> {
    const repositories = openedRepositories()
    if (repositories === null) return
    turn += 1
    const mine = turn
    isReading.value = true
    const answer = await repositories.pharmacies.searchKept(keptQuery(), wantedPage)
    if (mine !== turn) return
    isReading.value = false
    similar.value = answer.ok ? answer.value.similar : 0
    shown.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
  }

  function keptQuery(): DirectoryQuery {
    const used = pharmacyFilters.filter((name) => filters[name].trim() !== '')
    return {
      text: anywhere.value,
      filters: Object.fromEntries(used.map((name) => [name, filters[name].trim()])),
    }
  }

  /** Searches for what is typed, or shows everything when nothing is typed. */
  function search(): Promise<void> {
    const wanted = text.value.trim()
    return ask(
      wanted === ''
        ? { type: 'all', page: 1 }
        : { type: 'search', filter: filter.value, text: wanted, page: 1 },
    )
  }

  /** Another page of the same query. */
  function goTo(wantedPage: number): Promise<void> {
    return mode.value === 'kept' ? searchKept(wantedPage) : ask({ ...question.value, page: wantedPage })
  }

  /** Switches between the API and the stored data, and carries over what was typed. */
  function look(where: PharmacyMode): Promise<void> {
    if (where === 'kept' && mode.value === 'api' && question.value.type === 'search') {
      emptyFields()
      filters[question.value.filter] = question.value.text
    }
    mode.value = where
    return where === 'kept' ? searchKept() : ask(question.value)
  }

  return {
    mode,
    filter,
    text,
    question,
    anywhere,
    filters,
    shown,
    similar,
    failure,
    isReading,
    page,
    ask,
    search,
    searchKept,
    emptyFields,
    goTo,
    look,
  }
})
