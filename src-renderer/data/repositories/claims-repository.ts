import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { KeptClaim, KeptClaims } from './claims-repository-kept.ts'
import type { ClaimListHead } from './claims-repository-head.ts'
import type { ClaimLists, KeptList, ListSize } from './claims-repository-lists.ts'
import { readList, type ListRead, type ListRequest } from './claims-repository-reading.ts'
import type { ListedClaims } from './listed-claims.ts'

export type { KeptClaim } from './claims-repository-kept.ts'
export type { KeptList, ListSize } from './claims-repository-lists.ts'
export type { ListProgress } from './claims-repository-reading.ts'
export type { ClaimListHead } from './claims-repository-head.ts'

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
  /**
   * The stored list. @param before the one that is shown: unchanged claims stay the same objects. @returns null when
   * none can be opened.
   */
  keptList(product: Product, before?: ListedClaims | null): Promise<Result<KeptList | null, DatabaseFailure>>
  /** What reading the list costs, as the last reading showed; null before the first. */
  listSize(product: Product): Promise<Result<ListSize | null, DatabaseFailure>>
  /** Reads the list (endpoints 3 and 6) and stores it in place of the previous one. */
  readList(product: Product, request: ListRequest): Promise<Result<ListRead, Failure>>
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
export function createClaimsRepository(lists: ClaimLists, kept: KeptClaims): ClaimsRepository {
  return {
    listHead: (product) => lists.head(product),
    keptList: (product, before) => lists.read(product, before),
    listSize: (product) => lists.size(product),
    readList: (product, request) => readList(lists, product, request),
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
