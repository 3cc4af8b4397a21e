import type { Product } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimListHead } from './claims-repository-head.ts'
import type { ClaimLists, KeptList, ListSize } from './claims-repository-lists.ts'
import { readList, type ListRead, type ListRequest } from './claims-repository-reading.ts'
import type { ListedClaims } from './listed-claims.ts'

export type { KeptList, ListSize } from './claims-repository-lists.ts'
export type { ListProgress } from './claims-repository-reading.ts'
export type { ClaimListHead } from './claims-repository-head.ts'

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
}

/** The claims from main's API and this page's tables. */
export function createClaimsRepository(lists: ClaimLists): ClaimsRepository {
  return {
    listHead: (product) => lists.head(product),
    keptList: (product, before) => lists.read(product, before),
    listSize: (product) => lists.size(product),
    readList: (product, request) => readList(lists, product, request),
  }
}
