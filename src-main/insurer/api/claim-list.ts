import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { toReceivedClaim } from './claim-mapping.ts'
import type { ListEnd, ListFailure, ListReading } from './claim-reading.ts'
import { readResult } from './classify.ts'
import type { HttpExchange } from './exchange.ts'
import type { Exchange } from './exchange-result.ts'
import type { KeyHider } from '#main/insurer/network/hide-key.ts'
import { WireClaimList, WireListedClaim } from './wire/claim.ts'

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

/** One unreadable row makes the whole reading useless: it could be the claim that is looked for. */
function claimsOf(product: Product, rows: readonly unknown[]): readonly ReceivedClaim[] | null {
  const claims: ReceivedClaim[] = []
  for (const row of rows) {
    const wire = v.safeParse(WireListedClaim, row)
    if (!wire.success) return null
    claims.push(toReceivedClaim(product, wire.output))
  }
  return claims
}

/** The engine compares nothing with a status, and officers read it. */
export function withShownStatus<T extends InsurerClaim>(claim: T, hideKey: KeyHider): T {
  return { ...claim, status: hideKey.inText(claim.status) }
}
