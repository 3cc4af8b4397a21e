import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import { policyKey } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { openedRepositories, repositoriesState } from '#renderer/repositories/current.ts'

/** What is known of a product's claim list at the insurer. */
export interface ListState {
  /** Null while none has been seen: neither kept here nor fetched. */
  readonly claims: readonly ReceivedClaim[] | null
  /** When the insurer gave it (ISO). */
  readonly fetchedAt: string | null
  /** What is kept here has been looked up. */
  readonly isRead: boolean
  readonly isFetching: boolean
  /** Why the last fetching failed; what is kept stays. */
  readonly failure: Failure | null
  /** Fetched and shown, but this computer could not keep it. */
  readonly isNotKept: boolean
}

const unread: ListState = {
  claims: null,
  fetchedAt: null,
  isRead: false,
  isFetching: false,
  failure: null,
  isNotKept: false,
}

/** The insurer's claim lists: shown at once from what is kept here, then as fetched. */
export const useClaims = defineStore('claims', () => {
  const lists = shallowReactive<Record<Product, ListState>>({ keke: unread, okada: unread })
  /** Counts environments: an answer for one that was left is not shown. */
  let turn = 0
  let reading: Promise<unknown> | null = null
  const fetching = new Map<Product, Promise<void>>()
  const isFetching = computed(() => products.some((product) => lists[product].isFetching))

  function forget(): void {
    turn += 1
    reading = null
    fetching.clear()
    for (const product of products) lists[product] = unread
  }
  // At once: a screen of the next environment may ask in the same moment.
  watch(repositoriesState, forget, { flush: 'sync' })

  const change = (product: Product, part: Partial<ListState>): void => {
    lists[product] = { ...lists[product], ...part }
  }

  async function readKept(product: Product): Promise<void> {
    const mine = turn
    const kept = await openedRepositories()?.claims.keptList(product)
    if (mine !== turn) return
    const isNewer = lists[product].claims === null && kept?.ok === true && kept.value !== null
    change(product, { isRead: true, ...(isNewer ? kept.value : {}) })
  }

  /** Looks up what is kept, once for each environment. */
  async function open(): Promise<void> {
    if (openedRepositories() === null) return
    reading ??= Promise.all(products.map(readKept))
    await reading
  }

  async function fetchNow(product: Product): Promise<void> {
    const mine = turn
    change(product, { isFetching: true })
    const answer = await openedRepositories()?.claims.fetchList(product)
    if (mine !== turn) return
    if (answer?.ok === true) {
      const { claims, fetchedAt, isKept } = answer.value
      change(product, {
        claims,
        fetchedAt,
        isRead: true,
        isFetching: false,
        failure: null,
        isNotKept: !isKept,
      })
    } else change(product, { isFetching: false, failure: answer?.error ?? { type: 'storage-unavailable' } })
  }

  /** Fetches both lists, or one; a product that is being fetched is not asked for twice. */
  async function refresh(wanted: readonly Product[] = products): Promise<void> {
    await Promise.all(
      wanted.map((product) => {
        const running = fetching.get(product) ?? fetchNow(product).finally(() => fetching.delete(product))
        fetching.set(product, running)
        return running
      }),
    )
  }

  const byPolicy = computed(() => indexByPolicy(lists))

  /** The listed claims of a policy, of both products, however the number is typed. */
  function ofPolicy(policyNumber: string): readonly ReceivedClaim[] {
    return byPolicy.value.get(policyKey(policyNumber)) ?? []
  }

  /** The status values seen in the lists, in order. */
  const statuses = computed(() => {
    const values = new Set(
      products.flatMap((product) => lists[product].claims ?? []).map(({ status }) => status),
    )
    return [...values].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  })

  return { lists, isFetching, statuses, open, refresh, ofPolicy }
})

function indexByPolicy(
  lists: Readonly<Record<Product, ListState>>,
): ReadonlyMap<string, readonly ReceivedClaim[]> {
  const index = new Map<string, ReceivedClaim[]>()
  for (const product of products) {
    for (const claim of lists[product].claims ?? []) {
      const key = policyKey(claim.policyNumber)
      const known = index.get(key)
      if (known === undefined) index.set(key, [claim])
      else known.push(claim)
    }
  }
  return index
}
