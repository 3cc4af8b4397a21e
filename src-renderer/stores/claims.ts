import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import type { ClaimList, ClaimListHead } from '#renderer/data/repositories/claims-repository.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import { painted } from '#renderer/composables/painted.ts'

/** What is known about a product's claim list at the insurer. */
export interface ListState {
  /** Null until a list was read from this computer or fetched. */
  readonly claims: readonly ReceivedClaim[] | null
  /** Shown until the stored list has been read; null when none is stored. */
  readonly head: ClaimListHead | null
  /** Identifies the list's content; null while unknown. */
  readonly digest: string | null
  /** When the insurer gave it (ISO). */
  readonly fetchedAt: string | null
  /** Whether the stored list has been looked up. */
  readonly isRead: boolean
  readonly isFetching: boolean
  /** Why the last fetch failed; the stored list stays. */
  readonly failure: Failure | null
  /** Fetched and shown, but this computer could not store it. */
  readonly isNotKept: boolean
}

const unread: ListState = {
  claims: null,
  head: null,
  digest: null,
  fetchedAt: null,
  isRead: false,
  isFetching: false,
  failure: null,
  isNotKept: false,
}

/** The insurer's claim lists: shown at once from this computer, then as fetched. */
export const useClaims = defineStore('claims', () => {
  const lists = shallowReactive<Record<Product, ListState>>({ keke: unread, okada: unread })
  /** Whether the heads of the stored lists have been looked up. */
  const hasHeads = shallowRef(false)
  /** Counts environments: an answer for an earlier one is dropped. */
  let turn = 0
  let reading: Promise<unknown> | null = null
  const fetching = new Map<Product, Promise<void>>()
  const isFetching = computed(() => products.some((product) => lists[product].isFetching))

  function forget(): void {
    turn += 1
    reading = null
    fetching.clear()
    hasHeads.value = false
    for (const product of products) lists[product] = unread
  }
  // Synchronous, since a screen of the next environment may ask in the same tick.
  watch(repositoriesState, forget, { flush: 'sync' })

  const change = (product: Product, part: Partial<ListState>): void => {
    lists[product] = { ...lists[product], ...part }
  }

  async function readKept(): Promise<void> {
    const mine = turn
    const kept = openedRepositories()?.claims
    const heads = await eachOf((product) => kept?.listHead(product))
    if (mine !== turn) return
    for (const [product, head] of heads) {
      if (lists[product].claims === null && head !== null)
        change(product, { head, fetchedAt: head.fetchedAt, digest: head.digest })
    }
    hasHeads.value = true
    if (heads.some(([, head]) => head !== null)) await painted()
    const read = await eachOf((product) => kept?.keptList(product))
    if (mine !== turn) return
    // Both in one go, so that a screen that shows them lays out once.
    for (const [product, list] of read) showKept(product, list)
  }

  function showKept(product: Product, list: ClaimList | null): void {
    if (lists[product].claims === null && list !== null) change(product, { ...list, isRead: true })
    else if (lists[product].claims !== null) change(product, { isRead: true })
    // A head without its list is damaged: treat it as if nothing were stored.
    else change(product, { isRead: true, head: null, digest: null, fetchedAt: null })
  }

  /** Looks up the stored lists, once per environment. */
  async function open(): Promise<void> {
    if (openedRepositories() === null) return
    reading ??= readKept()
    await reading
  }

  async function fetchNow(product: Product): Promise<void> {
    const mine = turn
    change(product, { isFetching: true })
    const answer = await openedRepositories()?.claims.fetchList(product)
    if (mine !== turn) return
    if (answer?.ok === true) {
      const { claims, digest, fetchedAt, isKept } = answer.value
      const known = lists[product]
      change(product, {
        // An identical list: everything computed from its claims stays valid.
        claims: known.digest === digest ? (known.claims ?? claims) : claims,
        digest,
        fetchedAt,
        isRead: true,
        isFetching: false,
        failure: null,
        isNotKept: !isKept,
      })
    } else change(product, { isFetching: false, failure: answer?.error ?? { type: 'storage-unavailable' } })
  }

  /** Fetches both lists, or one; a product whose fetch is in flight is not requested twice. */
  async function refresh(wanted: readonly Product[] = products): Promise<void> {
    await Promise.all(
      wanted.map((product) => {
        const running = fetching.get(product) ?? fetchNow(product).finally(() => fetching.delete(product))
        fetching.set(product, running)
        return running
      }),
    )
  }

  // Separate computeds: much is derived from the claims, and a fetch that begins or fails must not recompute it.
  const keke = computed(() => lists.keke.claims)
  const okada = computed(() => lists.okada.claims)
  /** All known claims of both products. */
  const all = computed(() => [...(keke.value ?? []), ...(okada.value ?? [])])
  const byPolicy = computed(() => indexByPolicy(all.value))

  /** The listed claims of a policy, of both products. */
  function ofPolicy(policy: PolicyNumber): readonly ReceivedClaim[] {
    return byPolicy.value.get(policy) ?? []
  }

  /** What can be shown before the lists are read; null before it is known, and once a list is loaded. */
  const heads = computed(() => {
    if (!hasHeads.value || keke.value !== null || okada.value !== null) return null
    const known = products.flatMap((product) => {
      const { head } = lists[product]
      return head === null ? [] : [[product, head] as const]
    })
    return known.length === 0 ? null : Object.fromEntries(known)
  })

  /** The status values seen in the lists, in order. */
  const statuses = computed(() => {
    const values = new Set(all.value.map(({ status }) => status))
    return [...values].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  })

  return { lists, all, heads, isFetching, statuses, open, refresh, ofPolicy }
})

async function eachOf<T>(
  ask: (product: Product) => Promise<Result<T | null, { readonly type: string }>> | undefined,
): Promise<readonly (readonly [Product, T | null])[]> {
  return await Promise.all(
    products.map(async (product) => {
      const answer = await ask(product)
      return [product, answer?.ok === true ? answer.value : null] as const
    }),
  )
}

function indexByPolicy(
  claims: readonly ReceivedClaim[],
): ReadonlyMap<PolicyNumber, readonly ReceivedClaim[]> {
  const index = new Map<PolicyNumber, ReceivedClaim[]>()
  for (const claim of claims) {
    const key = policyNumberOf(claim.policyNumber)
    const known = index.get(key)
    if (known === undefined) index.set(key, [claim])
    else known.push(claim)
  }
  return index
}
