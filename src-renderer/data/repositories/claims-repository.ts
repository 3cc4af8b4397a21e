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

/** A list just fetched. One that could not be kept is shown all the same. */
export interface FetchedList extends ClaimList, PublishedList {}

/** A claim as the insurer shows it for a policy, just fetched. */
export interface FetchedDetail {
  readonly detail: ClaimDetail
  /** ISO time. */
  readonly fetchedAt: string
}

/** The claims at the insurer, and what this computer keeps of them. */
export interface ClaimsRepository {
  /** What is shown of the list kept here before the list. @returns null when there is none that can be opened. */
  listHead(product: Product): Promise<Result<ClaimListHead | null, DatabaseFailure>>
  /** The list kept here. @returns null when there is none that can be opened. */
  keptList(product: Product): Promise<Result<ClaimList | null, DatabaseFailure>>
  /** Asks the insurer (endpoints 3 and 6) and keeps the answer, in place of the list before. */
  fetchList(product: Product): Promise<Result<FetchedList, Failure>>
  /**
   * Asks the insurer for the claim of a policy (endpoints 2 and 5). It is stored nowhere, unless an officer keeps this
   * policy's claim already: that copy is then brought up to date.
   */
  fetchDetail(product: Product, policyNumber: string): Promise<Result<FetchedDetail, Failure>>
  keptDetail(product: Product, policyNumber: string): Promise<Result<KeptClaim | null, DatabaseFailure>>
  /** Every claim that an officer keeps here with its customer. */
  keptDetails(): Promise<Result<readonly KeptClaim[], DatabaseFailure>>
  /** Keeps a fetched claim for offline use, sealed, because an officer chose so. */
  keepDetail(
    product: Product,
    policyNumber: string,
    fetched: FetchedDetail,
  ): Promise<Result<KeptClaim, DatabaseFailure>>
  removeDetail(product: Product, policyNumber: string): Promise<Result<void, DatabaseFailure>>
}

/** The claims behind main's API and this page's tables. */
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
