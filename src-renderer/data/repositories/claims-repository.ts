import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import { createKeptClaims, type KeptClaim } from './claims-repository-kept.ts'
import type { ClaimListHead } from './claims-repository-head.ts'
import { createClaimLists, type ClaimList, type PublishedList } from './claims-repository-lists.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

export type { KeptClaim } from './claims-repository-kept.ts'
export type { ClaimList } from './claims-repository-lists.ts'
export type { ClaimListHead } from './claims-repository-head.ts'

/** A list that was just fetched; it is shown even if it could not be stored. */
export interface FetchedList extends ClaimList, PublishedList {}

/** The insurer's claim for a policy, just fetched. */
export interface FetchedDetail {
  readonly detail: ClaimDetail
  /** ISO time. */
  readonly fetchedAt: string
}

/** The claims at the insurer, and what this computer stores of them. */
export interface ClaimsRepository {
  /** The head of the stored list, shown before the list itself. @returns null when none can be opened. */
  listHead(product: Product): Promise<Result<ClaimListHead | null, DatabaseFailure>>
  /** The stored list. @returns null when none can be opened. */
  keptList(product: Product): Promise<Result<ClaimList | null, DatabaseFailure>>
  /** Fetches the list (endpoints 3 and 6) and stores it in place of the previous one. */
  fetchList(product: Product): Promise<Result<FetchedList, Failure>>
  /**
   * Fetches the claim of a policy (endpoints 2 and 5). It is not stored, unless an officer already keeps this policy's
   * claim: that copy is then updated.
   */
  fetchDetail(product: Product, policyNumber: string): Promise<Result<FetchedDetail, Failure>>
  keptDetail(product: Product, policyNumber: string): Promise<Result<KeptClaim | null, DatabaseFailure>>
  /** Every claim that an officer keeps here with its customer. */
  keptDetails(): Promise<Result<readonly KeptClaim[], DatabaseFailure>>
  /** Keeps a fetched claim, sealed, for offline use. Only at an officer's request. */
  keepDetail(
    product: Product,
    policyNumber: string,
    fetched: FetchedDetail,
  ): Promise<Result<KeptClaim, DatabaseFailure>>
  removeDetail(product: Product, policyNumber: string): Promise<Result<void, DatabaseFailure>>
}

/** The claims from main's API and this page's tables. */
export function createClaimsRepository(storage: PageStorage, seal: RowSeal): ClaimsRepository {
  const lists = createClaimLists(storage, seal)
  const kept = createKeptClaims(storage, seal)
  return {
    listHead: (product) => lists.head(product),
    keptList: (product) => lists.read(product),
    async fetchList(product) {
      const answer = await askMain('claims:list', { product })
      if (!answer.ok) return answer
      const list = { claims: answer.value, fetchedAt: new Date().toISOString() }
      return ok({ ...list, ...(await lists.publish(product, list)) })
    },
    async fetchDetail(product, policyNumber) {
      const answer = await askMain('claims:detail', { product, policyNumber })
      if (!answer.ok) return answer
      const fetched = { detail: answer.value, fetchedAt: new Date().toISOString() }
      const before = await kept.find(product, policyNumber)
      if (before.ok && before.value !== null) await kept.keep({ product, policyNumber, ...fetched })
      return ok(fetched)
    },
    keptDetail: (product, policyNumber) => kept.find(product, policyNumber),
    keptDetails: () => kept.all(),
    keepDetail: (product, policyNumber, fetched) => kept.keep({ product, policyNumber, ...fetched }),
    removeDetail: (product, policyNumber) => kept.remove(product, policyNumber),
  }
}
