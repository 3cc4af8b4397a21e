import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { askMain } from '#renderer/data/ask-main.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type {
  DirectoryRepository,
  DirectoryStatus,
} from '#renderer/data/repositories/directory-repository.ts'
import { useAppStatus } from './app-status.ts'
import { useEngine } from './engine.ts'

const nothing: DirectoryStatus = { kept: null, progress: null }
/** How often the age of the stored directory is checked while the application runs. */
const lookEveryMs = 3600 * 1000

/** The stored directory, and the download in progress, whatever screen is open. */
export const useDirectory = defineStore('directory', () => {
  const status = shallowRef<DirectoryStatus>(nothing)
  /** False until the stored directory was looked up; until then, nothing may be shown about it. */
  const isKnown = shallowRef(false)
  const app = useAppStatus()
  const engine = useEngine()
  let forget: (() => void) | null = null

  function follow(directory: DirectoryRepository | null): void {
    forget?.()
    forget = null
    status.value = nothing
    isKnown.value = false
    if (directory === null) return
    forget = directory.subscribe((news) => (status.value = news))
    void directory.begin().then(() => {
      if (openedRepositories()?.directory !== directory) return
      status.value = directory.status
      isKnown.value = true
      void refresh()
    })
  }

  async function refresh(): Promise<void> {
    if (app.status?.settings.saveData === true) return
    await openedRepositories()?.directory.refreshIfOld()
  }

  /** Resumes an interrupted download and refreshes an old directory. @returns the disposer that ends it. */
  function upkeep(): () => void {
    const stops = [
      watch(repositoriesState, () => follow(openedRepositories()?.directory ?? null), { immediate: true }),
      watch(
        () => engine.status?.connection,
        (connection) => {
          if (connection === 'online') openedRepositories()?.directory.wake()
        },
      ),
      watch(() => [app.status?.settings.saveData, app.status?.key.type], refresh),
      // Only the page knows it, and head office sees it in the status of this computer.
      watch(
        () => (isKnown.value ? (status.value.kept?.fetchedAt ?? null) : undefined),
        (at) => void (at === undefined || askMain('office:pharmacies-at', { at })),
      ),
    ]
    const timer = setInterval(() => void refresh(), lookEveryMs)
    return () => {
      stops.forEach((stop) => stop())
      clearInterval(timer)
      follow(null)
    }
  }

  /** Downloads the whole directory, or resumes the download. */
  async function read(): Promise<void> {
    await openedRepositories()?.directory.read()
  }

  async function pause(): Promise<void> {
    await openedRepositories()?.directory.pause()
  }

  const isWanted = shallowRef(false)
  /** The download was started from its offer, which shows how far it is. */
  const isFollowed = computed(() => isWanted.value && status.value.progress !== null)
  /** Offered once after connecting, where it can be fetched and data need not be saved. */
  const isOffered = computed(() => {
    const { saveData = true, directoryOffered: offered = [] } = app.status?.settings ?? {}
    const isOpen = isKnown.value && status.value.kept === null && status.value.progress === null
    const isNew = !app.isPractice && !saveData && !offered.includes(app.insurer)
    return isOpen && isNew && engine.status?.connection === 'online'
  })

  /** Ends the offer of this insurer's. */
  async function answerOffer(downloads: boolean): Promise<void> {
    const { insurer } = app
    isWanted.value = downloads
    if (downloads) await read()
    const { directoryOffered = [] } = app.status?.settings ?? {}
    await askMain('settings:change', { directoryOffered: [...directoryOffered.slice(-9), insurer] })
  }

  return { status, isKnown, isOffered, isFollowed, upkeep, read, pause, answerOffer }
})
