import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { openedRepositories, repositoriesState } from '#renderer/repositories/current.ts'
import type { PharmacyQuestion, Sourced } from '#renderer/repositories/pharmacies-repository.ts'

/** What is looked for and shown on the pharmacies screen: coming back to it finds it as it was left. */
export const usePharmacies = defineStore('pharmacies', () => {
  const filter = shallowRef<PharmacyFilter>('name')
  const text = shallowRef('')
  const question = shallowRef<PharmacyQuestion>({ type: 'all', page: 1 })
  const shown = shallowRef<Sourced<PharmacyPage> | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isReading = shallowRef(false)
  let turn = 0

  // Another environment has other pharmacies.
  watch(repositoriesState, () => {
    question.value = { type: 'all', page: 1 }
    text.value = ''
    shown.value = null
    failure.value = null
  })

  /** Asks for a page; of several questions only the newest is shown. */
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
    shown.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
  }

  /** Looks for what is typed, or shows everything when nothing is. */
  function search(): Promise<void> {
    const wanted = text.value.trim()
    return ask(
      wanted === ''
        ? { type: 'all', page: 1 }
        : { type: 'search', filter: filter.value, text: wanted, page: 1 },
    )
  }

  /** Another page of the same question. */
  function goTo(page: number): Promise<void> {
    return ask({ ...question.value, page })
  }

  return { filter, text, question, shown, failure, isReading, ask, search, goTo }
})
