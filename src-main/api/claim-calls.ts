import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import { toWireClaim } from './claim-mapping.ts'
import type { HttpExchange, OnBytes } from './exchange.ts'
import type { Exchange } from './exchange-result.ts'

/** Spec: endpoints 1 and 4. */
export function createClaim(
  http: HttpExchange,
  product: Product,
  claim: ClaimContent,
  branchReference: string,
  signal?: AbortSignal,
): Promise<Exchange> {
  return http.post(`api/merchant/create_${product}_pass_claim`, toWireClaim(claim, branchReference), signal)
}

/** Spec: endpoints 2 and 5. A read-only POST. */
export function claimDetails(
  http: HttpExchange,
  product: Product,
  policyNumber: string,
  signal?: AbortSignal,
  onBytes?: OnBytes,
): Promise<Exchange> {
  return http.post(`api/merchant/${product}_pass_claim_details`, { policyNumber }, signal, onBytes)
}
