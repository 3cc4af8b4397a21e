import { err } from '#shared/result.ts'
import type { Settings } from '#shared/settings.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { HandlersOf } from './register.ts'

type PharmacySearch = 'pharmacyPage' | 'searchPharmacies' | 'searchPharmaciesByName' | 'pharmacy'

/** The part of the workspace used here; its environment may change between two requests. */
interface PharmacySource {
  readonly settings: Pick<Settings, 'saveData'>
  readonly environment: { readonly connection: { readonly api: Pick<MerchantApi, PharmacySearch> } }
}

/** Handles the page's requests for pharmacies (endpoints 7 to 10): nothing is kept in main. */
export function createPharmacyHandlers(workspace: PharmacySource): HandlersOf<'pharmacies'> {
  const api = () => workspace.environment.connection.api
  return {
    'pharmacies:page': ({ page, isUnasked = false }) =>
      isUnasked && workspace.settings.saveData ? err({ type: 'saves-data' }) : api().pharmacyPage(page),
    'pharmacies:search': ({ filter, text, page }) => api().searchPharmacies(filter, text, page),
    'pharmacies:search-by-name': ({ name, page }) => api().searchPharmaciesByName(name, page),
    'pharmacies:one': ({ id }) => api().pharmacy(id),
  }
}
