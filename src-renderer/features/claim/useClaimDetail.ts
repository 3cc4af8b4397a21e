import { computed, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, KeptDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The detail on the screen and its source. */
export type ShownDetail =
  | { readonly source: 'insurer'; readonly detail: ClaimDetail; readonly fetchedAt: string }
  | { readonly source: 'kept'; readonly detail: ClaimDetail; readonly fetchedAt: string }

/** One policy's claim: the kept copy at once, then the insurer's answer. Discarded with its screen. */
export function useClaimDetail(
  product: Product,
  policyNumber: string,
): {
  readonly shown: ComputedRef<ShownDetail | null>
  readonly kept: Readonly<ShallowRef<KeptDetail | null>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly isFetching: Readonly<ShallowRef<boolean>>
  readonly isStoring: Readonly<ShallowRef<boolean>>
  readonly ask: () => Promise<void>
  /** Shows what is kept here, without asking. */
  readonly readKept: () => Promise<void>
  /** @returns false if the claim could not be kept. */
  readonly keep: () => Promise<boolean>
  readonly remove: () => Promise<boolean>
} {
  const fetched = shallowRef<{ readonly detail: ClaimDetail; readonly fetchedAt: string } | null>(null)
  const kept = shallowRef<KeptDetail | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const isFetching = shallowRef(false)
  const isStoring = shallowRef(false)
  const shown = computed<ShownDetail | null>(() => {
    if (fetched.value !== null) return { source: 'insurer', ...fetched.value }
    if (kept.value === null) return null
    return { source: 'kept', detail: kept.value.detail, fetchedAt: kept.value.fetchedAt }
  })

  async function readKept(): Promise<void> {
    const found = await askMain('details:find', { product, policyNumber })
    if (found.ok) kept.value = found.value
  }

  async function ask(): Promise<void> {
    if (isFetching.value) return
    isFetching.value = true
    await readKept()
    const answer = await askMain('claims:detail', { product, policyNumber })
    isFetching.value = false
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    fetched.value = { detail: answer.value, fetchedAt: new Date().toISOString() }
    await readKept()
  }

  async function store(action: () => Promise<boolean>): Promise<boolean> {
    if (isStoring.value) return true
    isStoring.value = true
    const done = await action()
    isStoring.value = false
    return done
  }
  const keep = (): Promise<boolean> =>
    store(async () => {
      const saved = await askMain('details:keep', { product, policyNumber })
      if (saved.ok) kept.value = saved.value
      return saved.ok
    })
  const remove = (): Promise<boolean> =>
    store(async () => {
      const removed = await askMain('details:remove', { product, policyNumber })
      if (removed.ok) kept.value = null
      return removed.ok
    })

  // Drop customer data from memory when the screen closes.
  onScopeDispose(() => {
    fetched.value = null
    kept.value = null
  })
  return { shown, kept, failure, isFetching, isStoring, ask, readKept, keep, remove }
}
