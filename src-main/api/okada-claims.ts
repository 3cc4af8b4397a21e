import type { ClaimContent } from '#shared/domain/claim.ts'
import { toWireClaim } from './claim-mapping.ts'
import type { HttpExchange, OnBytes } from './exchange.ts'
import type { Exchange } from './exchange-result.ts'

/** Spec: endpoint 4. */
export function createOkadaClaim(
  http: HttpExchange,
  claim: ClaimContent,
  branchReference: string,
  signal?: AbortSignal,
): Promise<Exchange> {
  return http.post('api/merchant/create_okada_pass_claim', toWireClaim(claim, branchReference), signal)
}

/** Spec: endpoint 5. A read-only POST. */
export function okadaClaimDetails(
  http: HttpExchange,
  policyNumber: string,
  signal?: AbortSignal,
  onBytes?: OnBytes,
): Promise<Exchange> {
  return http.post('api/merchant/okada_pass_claim_details', { policyNumber }, signal, onBytes)
}
