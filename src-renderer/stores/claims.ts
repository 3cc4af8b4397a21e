import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { isReadByItself, type ListState, type ListStates } from '#shared/domain/claim-list.ts'
import { products, type Product } from '#shared/domain/product.ts'
import { defaultSettings } from '#shared/settings.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAppStatus } from './app-status.ts'

const unread: ListState = {
  kept: null,
  size: null,
  isFetching: false,
  progress: null,
  failure: null,
  wasStopped: false,
}
const none: ListStates = { keke: unread, okada: unread }

/** How the insurer's claim lists stand, as main says. Their rows are asked for where they are shown. */
export const useClaims = defineStore('claims', () => {
  const app = useAppStatus()
  const states = shallowRef<ListStates | null>(null)
  /** Counts the lists that were kept, or paired with ours: what was asked of them before is out of date. */
  const renewals = shallowRef(0)
  const lists = computed(() => states.value ?? none)
  const isRead = computed(() => states.value !== null)
  const isFetching = computed(() => products.some((product) => lists.value[product].isFetching))
  const savesData = computed(() => (app.status?.settings ?? defaultSettings).saveData)

  function take(now: ListStates): void {
    const before = JSON.stringify(products.map((product) => states.value?.[product].kept))
    states.value = now
    if (JSON.stringify(products.map((product) => now[product].kept)) !== before) renewals.value += 1
  }

  /** Keeps the states up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    const disposers = [
      window.bridge.on('claims:lists-changed', take),
      window.bridge.on('claims:paired', () => void (renewals.value += 1)),
    ]
    return () => disposers.forEach((dispose) => dispose())
  }

  /** Drops the previous environment's lists and reads how this one's stand. */
  async function read(): Promise<void> {
    states.value = null
    const answer = await askMain('claims:lists')
    if (answer.ok) take(answer.value)
  }

  /** Whether a list may be read without an officer's wish. */
  function refreshesByItself(product: Product): boolean {
    return isReadByItself(lists.value[product], savesData.value)
  }

  /** Reads again those of the lists that are small enough to be read by themselves. */
  async function refresh(afterNews = false): Promise<void> {
    await askMain('claims:refresh-lists', { afterNews })
  }

  return {
    lists,
    isRead,
    renewals,
    isFetching,
    listen,
    read,
    refresh,
    refreshesByItself,
  }
})
