import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { ClaimsRepository } from '../claims-repository.ts'
import type { ClaimLists, PublishedList } from '../claims-repository-lists.ts'
import type { ListRequest } from '../claims-repository-reading.ts'

/** Reads a list of any length, and keeps all of it unless told otherwise. */
export function readWholeList(
  claims: ClaimsRepository,
  product: Product,
  change: Partial<ListRequest> = {},
): ReturnType<ClaimsRepository['readList']> {
  return claims.readList(product, {
    keep: 200_000,
    mostBytes: null,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...change,
  })
}

/** A list as a test writes it. */
export interface WrittenList {
  readonly claims: readonly ReceivedClaim[]
  /** ISO time. */
  readonly fetchedAt: string
}

/** Writes a list as it comes from the insurer, in batches. @throws when it cannot be stored. */
export async function writeList(
  lists: ClaimLists,
  product: Product,
  { claims, fetchedAt }: WrittenList,
  { keep = 200_000, batch = 500 } = {},
): Promise<PublishedList> {
  const writer = await lists.begin(product, keep)
  for (let start = 0; start < claims.length; start += batch) {
    const added = await writer.add(claims.slice(start, start + batch))
    if (!added.ok) throw new Error('The list could not be written.')
  }
  const published = await lists.publish(writer, { fetchedAt, etag: null })
  if (!published.ok || published.value === null) throw new Error('The list was not published.')
  return published.value
}
