import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import type {
  ClaimListHead,
  KeptList,
  ListProgress,
  ListSize,
} from '#renderer/data/repositories/claims-repository.ts'
import { openedRepositories, repositoriesState } from '#renderer/data/repositories/current.ts'
import type { ListedClaims } from '#renderer/data/repositories/listed-claims.ts'
import { painted } from '#renderer/composables/painted.ts'
import { useAppStatus } from './app-status.ts'

/** What is known about a product's claim list at the insurer. */
export interface ListState {
  /** Null until the stored list was read. */
  readonly listed: ListedClaims | null
  /** Of the stored list; null when none is stored. It is there before the list itself. */
  readonly head: ClaimListHead | null
  /** When the insurer gave it (ISO). */
  readonly fetchedAt: string | null
  /** Since when (ISO) the insurer's list has been as it is, where several readings showed the same. */
  readonly unchangedSince: string | null
  /** Whether the stored list has been looked up. */
  readonly isRead: boolean
  /** What reading it cost the last time; null before the first reading. */
  readonly size: ListSize | null
  readonly isFetching: boolean
  /** How far the reading is; null for the first moments of one, and while none is under way. */
  readonly progress: ListProgress | null
  /** Why the last reading failed; the stored list stays. */
  readonly failure: Failure | null
  /** An officer stopped the last reading. */
  readonly wasStopped: boolean
}

const unread: ListState = {
  listed: null,
  head: null,
  fetchedAt: null,
  unchangedSince: null,
  isRead: false,
  size: null,
  isFetching: false,
  progress: null,
  failure: null,
  wasStopped: false,
}

const begun: ListProgress = { isWaiting: false, bytes: 0, totalBytes: null, claims: 0, msLeft: null }
/** A reading that is over by then shows no progress. */
const progressAfterMs = 500
/** Up to so many bytes a list is read by itself; a larger one only when an officer asks. */
export const mostBytesByItself = 2_000_000
/** How many claims of each list are kept on this computer, newest first: the page holds them in memory, 1 kB each. */
const keptClaims = 200_000

/** The insurer's claim lists: shown at once from this computer, then as read from the insurer. */
export const useClaims = defineStore('claims', () => {
  const app = useAppStatus()
  const lists = shallowReactive<Record<Product, ListState>>({ keke: unread, okada: unread })
  /** Whether the heads of the stored lists have been looked up. */
  const hasHeads = shallowRef(false)
  /** Counts environments: an answer for an earlier one is dropped. */
  let turn = 0
  let opening: Promise<unknown> | null = null
  const readings = new Map<Product, { readonly over: Promise<void>; readonly stopping: AbortController }>()
  const isFetching = computed(() => products.some((product) => lists[product].isFetching))
  const settings = computed(() => app.status?.settings ?? defaultSettings)

  function forget(): void {
    turn += 1
    opening = null
    for (const { stopping } of readings.values()) stopping.abort()
    readings.clear()
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
    const sizes = await eachOf((product) => kept?.listSize(product))
    if (mine !== turn) return
    for (const [product, size] of sizes) change(product, { size })
    for (const [product, head] of heads) {
      if (head !== null) change(product, { head, fetchedAt: head.fetchedAt })
    }
    hasHeads.value = true
    if (heads.some(([, head]) => head !== null)) await painted()
    const read = await eachOf((product) => kept?.keptList(product))
    if (mine !== turn) return
    // Both in one go, so that a screen that shows them lays out once.
    for (const [product, list] of read) showKept(product, list)
  }

  function showKept(product: Product, list: KeptList | null): void {
    if (list !== null) change(product, { ...list, isRead: true })
    // A head without its list is damaged: treat it as if nothing were stored.
    else change(product, { isRead: true, head: null, fetchedAt: null })
  }

  /** Looks up the stored lists, once per environment. */
  async function open(): Promise<void> {
    if (openedRepositories() === null) return
    opening ??= readKept()
    await opening
  }

  /**
   * Whether a list may be read without an officer's wish: where it is small, or of unknown size, which a reading up to
   * the bound then shows. Not while data is to be saved.
   */
  function refreshesByItself(product: Product): boolean {
    const { size } = lists[product]
    return !settings.value.saveData && (size === null || size.bytes <= mostBytesByItself)
  }

  async function readNow(product: Product, mostBytes: number | null, signal: AbortSignal): Promise<void> {
    const mine = turn
    const claims = openedRepositories()?.claims
    const before = lists[product]
    change(product, { isFetching: true, wasStopped: false })
    const isNow = (): boolean => mine === turn
    let progress: ListProgress | null = null
    let isSlow = false
    const slow = setTimeout(() => {
      isSlow = true
      if (isNow()) change(product, { progress: progress ?? begun })
    }, progressAfterMs)
    const read = await claims?.readList(product, {
      keep: keptClaims,
      mostBytes,
      signal,
      onProgress: (now) => {
        progress = now
        if (isSlow && isNow()) change(product, { progress })
      },
    })
    clearTimeout(slow)
    // The list is shown before the reading counts as over.
    if (isNow() && read?.ok === true && read.value.type === 'read' && read.value.isNew) await showNew(product)
    const size = await claims?.listSize(product)
    if (!isNow()) return
    change(product, {
      isFetching: false,
      progress: null,
      failure: read?.ok === true ? null : (read?.error ?? { type: 'storage-unavailable' }),
      wasStopped: read?.ok === true && read.value.type === 'stopped',
      ...(size?.ok === true ? { size: size.value } : {}),
      ...(read?.ok === true && read.value.type === 'read' ? agesAfter(before, read.value) : {}),
    })
  }

  async function showNew(product: Product): Promise<void> {
    const mine = turn
    const claims = openedRepositories()?.claims
    const head = await claims?.listHead(product)
    const list = await claims?.keptList(product, lists[product].listed)
    if (mine !== turn) return
    if (head?.ok === true) change(product, { head: head.value })
    if (list?.ok === true) showKept(product, list.value)
  }

  /** Reads a list to its end, because an officer wants it, or up to a size; one that is being read is not asked twice. */
  async function read(product: Product, mostBytes: number | null = null): Promise<void> {
    await open()
    const running = readings.get(product)
    if (running !== undefined) {
      await running.over
      return
    }
    const stopping = new AbortController()
    const over = readNow(product, mostBytes, stopping.signal).finally(() => {
      if (readings.get(product)?.stopping === stopping) readings.delete(product)
    })
    readings.set(product, { over, stopping })
    await over
  }

  /** Reads again those of the lists that are small enough to be read by themselves. */
  async function refresh(): Promise<void> {
    await open()
    const small = products.filter(refreshesByItself)
    await Promise.all(small.map((product) => read(product, mostBytesByItself)))
  }

  /** The same because something became known at the insurer: what is being read by then may lack it. */
  async function refreshAfter(): Promise<void> {
    await open()
    await Promise.all([...readings.values()].map(({ over }) => over))
    await refresh()
  }

  /** Ends a reading early; the stored list stays. */
  function stop(product: Product): void {
    readings.get(product)?.stopping.abort()
  }

  // Separate computeds: much is derived from the claims, and a reading that begins or fails must not recompute it.
  const keke = computed(() => lists.keke.listed)
  const okada = computed(() => lists.okada.listed)
  /** The lists that were read. */
  const listed = computed<ListsOfClaims>(() => ({ keke: keke.value, okada: okada.value }))

  /** The listed claims of a policy, of both products. */
  function ofPolicy(policy: PolicyNumber): readonly ReceivedClaim[] {
    return products.flatMap((product) => listed.value[product]?.ofPolicy(policy) ?? [])
  }

  /** What can be shown before the lists are read and sorted; null before it is known. */
  const heads = computed(() => {
    if (!hasHeads.value) return null
    const known = products.flatMap((product) => {
      const { head } = lists[product]
      return head === null ? [] : [[product, head] as const]
    })
    return known.length === 0 ? null : Object.fromEntries(known)
  })

  /** The status values seen in the lists, in order. */
  const statuses = computed(() => {
    const values = new Set(products.flatMap((product) => [...(listed.value[product]?.statuses.keys() ?? [])]))
    return [...values].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  })

  return {
    lists,
    listed,
    heads,
    isFetching,
    statuses,
    open,
    read,
    refresh,
    refreshAfter,
    refreshesByItself,
    stop,
    ofPolicy,
  }
})

/** The claim lists that are in memory; null for one that is not. */
export type ListsOfClaims = Readonly<Record<Product, ListedClaims | null>>

function agesAfter(
  before: ListState,
  { isNew, fetchedAt }: { readonly isNew: boolean; readonly fetchedAt: string },
): Pick<ListState, 'fetchedAt' | 'unchangedSince'> {
  return { fetchedAt, unchangedSince: isNew ? null : (before.unchangedSince ?? before.fetchedAt) }
}

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
