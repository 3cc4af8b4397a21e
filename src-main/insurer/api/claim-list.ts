import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/failure.ts'
import type { KeyHider } from '#main/network/hide-key.ts'
import { WireClaimList, WireListedClaim } from './wire/claim.ts'
import { readResult } from './classify.ts'
import type { HttpExchange, Exchange } from './exchange.ts'

/** Who reads: the engine compares texts and needs them as they are; the page gets what may be shown. */
export type ListReader = 'engine' | 'page'

// Spec: endpoints 3 and 6.
const paths: Readonly<Record<Product, string>> = {
  keke: 'api/merchant/get_keke_pass_claims',
  okada: 'api/merchant/get_okada_pass_claims',
}

/** Reads a product's list to its end, or until no more rows are wanted. @param watched sees the exchange */
export async function readClaimList(
  http: HttpExchange,
  product: Product,
  reading: ListReading,
  reader: ListReader,
  watched: (exchange: Exchange) => void,
): Promise<Result<ListEnd, ListFailure>> {
  let count = 0
  const { exchange, bytes, isStopped, etag } = await http.list(paths[product], {
    ...reading,
    onRows: (rows, hideKey) => {
      const claims = claimsOf(product, rows)
      if (claims === null) return 'unreadable'
      count += claims.length
      return reading.onRows(
        reader === 'page' ? hideKey.inValue(claims) : claims.map((claim) => withShownStatus(claim, hideKey)),
      )
    },
  })
  watched(exchange)
  if (exchange.type === 'answered' && exchange.body.type === 'not-modified') {
    return ok({ type: 'not-modified', bytes })
  }
  const read = readResult(exchange, (json) => (v.is(WireClaimList, json) ? json : null))
  if (!read.ok) return err({ failure: read.error, bytes })
  return ok(isStopped ? { type: 'stopped', bytes } : { type: 'complete', rows: count, bytes, etag })
}

/**
 * Reads rows of a list (spec: Claim list item). One that cannot be read makes the whole reading useless, null: it could be
 * the claim that is looked for.
 */
export function claimsOf(product: Product, rows: readonly unknown[]): readonly ReceivedClaim[] | null {
  const claims: ReceivedClaim[] = []
  for (const row of rows) {
    const wire = v.safeParse(WireListedClaim, row)
    if (!wire.success) return null
    claims.push({ product, ...wire.output })
  }
  return claims
}

/** The engine compares nothing with a status, and officers read it. */
export function withShownStatus<T extends InsurerClaim>(claim: T, hideKey: KeyHider): T {
  return { ...claim, status: hideKey.inText(claim.status) }
}

/** What the insurer shows of a policy (endpoints 2 and 5). */
export type ClaimLook =
  | { readonly type: 'claim'; readonly claim: InsurerClaim }
  /** The API itself says that there is none; a page of another server never means that. */
  | { readonly type: 'none' }

/** Whether the reader wants more rows after a batch. */
export type ListStep = 'go-on' | 'stop'

/** How a claim list is read (endpoints 3 and 6): as a stream, so that its length costs time alone. */
export interface ListReading {
  /**
   * Takes rows in the order of the list, in small batches. Return 'stop' to end the reading early. A promise holds the
   * reading back until it resolves, without a byte read ahead; that time does not count as the server's silence.
   */
  readonly onRows: (rows: readonly ReceivedClaim[]) => ListStep | Promise<ListStep>
  /**
   * The list is asked for now: a reading of the same product that was under way is over. What a reading costs, and how
   * far apart two are, is counted from here.
   */
  readonly onBegun?: () => void
  /** Bytes as they came over the line, compressed or not; the total is null when the server does not say it. */
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void
  /** What an earlier reading ended with: an unchanged list is then not sent again. */
  readonly etag?: string | null
  readonly signal?: AbortSignal
}

/** How a reading ended. Only `complete` shows that a claim is not in the list. `bytes` as for `onProgress`. */
export type ListEnd =
  | {
      readonly type: 'complete'
      readonly rows: number
      readonly bytes: number
      readonly etag: string | null
    }
  | { readonly type: 'stopped'; readonly bytes: number }
  | { readonly type: 'not-modified'; readonly bytes: number }

/** Why a reading failed, and how much of the line it used. Rows that were handed over before are valid. */
export interface ListFailure {
  readonly failure: Failure
  readonly bytes: number
}
