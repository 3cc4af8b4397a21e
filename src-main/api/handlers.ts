import type { MerchantApi } from './merchant-api.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type ApiChannel = Extract<keyof RequestHandlers, `claims:${string}` | `pharmacies:${string}`>

/** The part of the workspace used here; its environment may change between two requests. */
interface ApiSource {
  readonly environment: { readonly connection: { readonly api: MerchantApi } }
}

/** Handles the page's requests to the API (endpoints 2, 3, 5 to 10): read-only, nothing is kept in main. */
export function createApiHandlers(workspace: ApiSource): Pick<RequestHandlers, ApiChannel> {
  const api = () => workspace.environment.connection.api
  return {
    'claims:list': ({ product }) => api().shownClaims(product),
    'claims:detail': ({ product, policyNumber }) => api().claimDetails(product, policyNumber),
    'pharmacies:page': ({ page }) => api().pharmacyPage(page),
    'pharmacies:search': ({ filter, text, page }) => api().searchPharmacies(filter, text, page),
    'pharmacies:search-by-name': ({ name, page }) => api().searchPharmaciesByName(name, page),
    'pharmacies:one': ({ id }) => api().pharmacy(id),
  }
}
