import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { directoryOldMs } from '#shared/ages.ts'
import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type {
  PharmacyPlace,
  PharmacyQuestion,
  Sourced,
} from '#renderer/data/repositories/pharmacies-repository.ts'
import { askedText } from '#renderer/data/search/asked-words.ts'
import { useAppStatus } from './app-status.ts'
import { useDirectory } from './directory.ts'
import { useEngine } from './engine.ts'

const forWant: ReadonlySet<Failure['type']> = new Set(['offline', 'timeout', 'garbled', 'intercepted'])

/**
 * The query and results of the pharmacies screen, kept so that returning to it shows it as it was left. Who answers is
 * decided by docs/decisions/0007-page.md.
 */
export const usePharmacies = defineStore('pharmacies', () => {
  const app = useAppStatus()
  const engine = useEngine()
  const directory = useDirectory()
  /** What is typed; `question` is what was asked. */
  const text = shallowRef('')
  const question = shallowRef<PharmacyQuestion>({ text: '', page: 1 })
  const place = shallowRef<PharmacyPlace>('insurer')
  const shown = shallowRef<Sourced<PharmacyPage> | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isReading = shallowRef(false)
  let turn = 0

  const page = computed(() => shown.value?.value.page ?? question.value.page)
  /** The insurer is asked field by field: of several pages, no one knows which pharmacies are found twice. */
  const isTotalAtMost = computed(() => {
    const { source, value } = shown.value ?? {}
    return askedText(question.value.text) !== '' && source?.type === 'api' && (value?.lastPage ?? 1) > 1
  })

  // Each insurer has its own pharmacies.
  watch(repositoriesState, () => {
    turn += 1
    question.value = { text: '', page: 1 }
    text.value = ''
    shown.value = null
    failure.value = null
    isReading.value = false
  })

  /** Who answers a new search, unless the officer asks for another. */
  function bestPlace(): PharmacyPlace {
    const { kept } = directory.status
    const saveData = app.status?.settings.saveData === true
    if (kept !== null && (saveData || (kept.isComplete && isFresh(kept.fetchedAt)))) return 'offline'
    return engine.status?.connection === 'offline' ? 'no-connection' : 'insurer'
  }

  /** Shows a page; only the newest of several requests is shown. */
  async function ask(next: PharmacyQuestion, where: PharmacyPlace): Promise<void> {
    const pharmacies = openedRepositories()?.pharmacies
    if (pharmacies === undefined) return
    turn += 1
    const mine = turn
    question.value = next
    place.value = where
    isReading.value = true
    const answer = await pharmacies.search(next, where)
    if (mine !== turn) return
    isReading.value = false
    shown.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
  }

  /** Searches for what is typed, or shows all when nothing is typed. */
  async function search(where?: PharmacyPlace): Promise<void> {
    const repositories = openedRepositories()
    if (repositories === null) return
    isReading.value = true
    // Until the stored directory was looked up, it is not known to be there.
    await repositories.directory.begin()
    await ask({ text: text.value.trim(), page: 1 }, where ?? bestPlace())
  }

  /** Searches while someone types, where that costs nothing. */
  async function searchTyped(): Promise<void> {
    if (bestPlace() !== 'insurer') await search()
  }

  /** Another page of the same query. */
  function goTo(wantedPage: number): Promise<void> {
    return ask({ ...question.value, page: wantedPage }, place.value)
  }

  /** The same query, answered by another. */
  function askAgain(where: PharmacyPlace): Promise<void> {
    return ask(where === place.value ? question.value : { ...question.value, page: 1 }, where)
  }

  /**
   * Fills the screen as it is opened, and again when a connection is there: what was answered, or failed, for want of one
   * is asked again.
   */
  async function open(): Promise<void> {
    if (isReading.value) return
    if (shown.value === null) {
      await search()
      return
    }
    const { source } = shown.value
    const isForWant = source.type !== 'api' && source.failure !== null && forWant.has(source.failure.type)
    if (isForWant && bestPlace() === 'insurer') await askAgain('insurer')
  }

  return {
    text,
    question,
    place,
    shown,
    failure,
    isReading,
    page,
    isTotalAtMost,
    open,
    search,
    searchTyped,
    goTo,
    askAgain,
  }
})

/** Younger than a week, after which it is updated. */
function isFresh(fetchedAt: string): boolean {
  const ageMs = Date.now() - Date.parse(fetchedAt)
  // A date in the future comes from a wrong clock.
  return ageMs >= 0 && ageMs < directoryOldMs
}
