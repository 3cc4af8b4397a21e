import type { MerchantApi } from '../api/merchant-api.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type ClaimChannel = Extract<keyof RequestHandlers, `claims:${string}`>

/** The part of the workspace used here; its environment may change between two requests. */
interface ClaimSource {
  readonly environment: {
    readonly connection: { readonly api: Pick<MerchantApi, 'shownClaims' | 'claimDetails'> }
  }
}

/** Handles the page's requests for the insurer's claims (endpoints 2, 3, 5 and 6): nothing is kept in main. */
export function createClaimHandlers(workspace: ClaimSource): Pick<RequestHandlers, ClaimChannel> {
  const api = () => workspace.environment.connection.api
  return {
    'claims:list': ({ product }) => api().shownClaims(product),
    'claims:detail': ({ product, policyNumber }) => api().claimDetails(product, policyNumber),
  }
}
