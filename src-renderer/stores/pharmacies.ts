import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { directoryOldMs } from '#shared/ages.ts'
import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type { PharmacyPlace, Sourced } from '#renderer/data/repositories/pharmacies-repository.ts'
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
  /** What is typed; `asked` is what was asked. */
  const text = shallowRef('')
  const asked = shallowRef('')
  const place = shallowRef<PharmacyPlace>('insurer')
  /** All pages that were read, as one. */
  const shown = shallowRef<Sourced<PharmacyPage> | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isReading = shallowRef(false)
  /** The further page: being read, why it could not be, or that it brought nothing new. */
  const further = shallowRef<'reading' | 'nothing-new' | Failure | null>(null)
  /** The row that the arrows have reached; -1 for none. */
  const active = shallowRef(-1)
  let turn = 0

  const hasMore = computed(() => {
    const { page = 1, lastPage = 1 } = shown.value?.value ?? {}
    return page < lastPage
  })
  /** The insurer is asked field by field: of several pages, no one knows which pharmacies are found twice. */
  const isTotalAtMost = computed(() => askedText(asked.value) !== '' && hasMore.value)

  // Each insurer has its own pharmacies.
  watch(repositoriesState, () => {
    turn += 1
    asked.value = ''
    text.value = ''
    shown.value = null
    failure.value = null
    further.value = null
    active.value = -1
    isReading.value = false
  })

  /** Who answers a new search, unless the officer asks for another. */
  function bestPlace(): PharmacyPlace {
    const { kept } = directory.status
    const saveData = app.status?.settings.saveData === true
    if (kept !== null && (saveData || (kept.isComplete && isFresh(kept.fetchedAt)))) return 'offline'
    return engine.status?.connection === 'offline' ? 'no-connection' : 'insurer'
  }

  /** Shows what is found; only the newest of several questions is shown. */
  async function ask(next: string, where: PharmacyPlace): Promise<void> {
    const pharmacies = openedRepositories()?.pharmacies
    if (pharmacies === undefined) return
    turn += 1
    const mine = turn
    asked.value = next
    place.value = where
    isReading.value = true
    further.value = null
    const answer = await pharmacies.search({ text: next, page: 1 }, where)
    if (mine !== turn) return
    isReading.value = false
    active.value = -1
    shown.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
  }

  /** Adds the next page of the insurer's list. What is shown stays, whatever is answered. */
  async function more(): Promise<void> {
    const pharmacies = openedRepositories()?.pharmacies
    const before = shown.value
    if (pharmacies === undefined || before === null || !hasMore.value || isReading.value) return
    if (further.value === 'reading') return
    const mine = turn
    further.value = 'reading'
    const answer = await pharmacies.search({ text: asked.value, page: before.value.page + 1 }, 'insurer')
    if (mine !== turn) return
    further.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    // One that was found in two fields, or moved on in the list while it was read, is shown once.
    const known = new Set(before.value.pharmacies.map(({ id }) => id))
    const added = answer.value.value.pharmacies.filter(({ id }) => !known.has(id))
    if (added.length === 0) further.value = 'nothing-new'
    const value = { ...answer.value.value, pharmacies: [...before.value.pharmacies, ...added] }
    shown.value = { ...before, value }
  }

  /** Searches for what is typed, or shows all when nothing is typed. */
  async function search(where?: PharmacyPlace): Promise<void> {
    const repositories = openedRepositories()
    if (repositories === null) return
    isReading.value = true
    // Until the stored directory was looked up, it is not known to be there.
    await repositories.directory.begin()
    await ask(text.value.trim(), where ?? bestPlace())
  }

  /** Searches while someone types, where that costs nothing. */
  async function searchTyped(): Promise<void> {
    if (bestPlace() !== 'insurer') await search()
  }

  /** The same query, answered by another. */
  const askAgain = (where: PharmacyPlace): Promise<void> => ask(asked.value, where)

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
    asked,
    place,
    shown,
    failure,
    isReading,
    further,
    active,
    hasMore,
    isTotalAtMost,
    open,
    search,
    searchTyped,
    more,
    askAgain,
  }
})

/** Younger than a week, after which it is updated. */
function isFresh(fetchedAt: string): boolean {
  const ageMs = Date.now() - Date.parse(fetchedAt)
  // A date in the future comes from a wrong clock.
  return ageMs >= 0 && ageMs < directoryOldMs
}
