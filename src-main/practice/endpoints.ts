/** The eleven endpoints of the spec by the names faults and counters use. */
export const endpoints = {
  'create-keke-claim': { method: 'POST', path: '/api/merchant/create_keke_pass_claim' },
  'keke-claim-details': { method: 'POST', path: '/api/merchant/keke_pass_claim_details' },
  'list-keke-claims': { method: 'GET', path: '/api/merchant/get_keke_pass_claims' },
  'create-okada-claim': { method: 'POST', path: '/api/merchant/create_okada_pass_claim' },
  'okada-claim-details': { method: 'POST', path: '/api/merchant/okada_pass_claim_details' },
  'list-okada-claims': { method: 'GET', path: '/api/merchant/get_okada_pass_claims' },
  'search-pharmacies': { method: 'GET', path: '/api/merchant/search_pharmacies' },
  'search-pharmacies-by-name': { method: 'GET', path: '/api/merchant/micro_health/pharmacy/search' },
  'all-pharmacies': { method: 'GET', path: '/api/merchant/micro_health/pharmacy/all' },
  'request-pharmacy': { method: 'POST', path: '/api/merchant/micro_health/pharmacy/request_pharmacy' },
  // Last: its parameter would swallow the paths above.
  'one-pharmacy': { method: 'GET', path: '/api/merchant/micro_health/pharmacy/:pharmacy_id' },
} as const
export type EndpointName = keyof typeof endpoints
