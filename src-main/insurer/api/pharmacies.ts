import * as v from 'valibot'
import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { HttpExchange, Query } from './exchange.ts'
import type { Exchange } from './exchange-result.ts'
import { wireCount, wireId, wireOptionalText, wireText } from './wire/scalars.ts'

/** Spec: Pharmacy. */
const WirePharmacy = v.object({
  id: wireId,
  pharmacy_code: wireText,
  pharmacy_name: wireText,
  state_of_premise: wireText,
  lga: wireText,
  pharmacy_address: wireText,
  updated_at: wireOptionalText,
})
type WirePharmacy = v.InferOutput<typeof WirePharmacy>

/** Spec: Pharmacy page. The page URLs are left out, because they are never followed. */
const WirePharmacyPage = v.object({
  current_page: wireCount,
  data: v.array(WirePharmacy),
  last_page: wireCount,
  total: wireCount,
})

const success = v.literal(true)

/** Endpoints 7, 8 and 9. */
const WirePharmacyPageAnswer = v.object({ success, data: WirePharmacyPage })
/** Endpoint 10. */
const WirePharmacyAnswer = v.object({ success, data: WirePharmacy })
/** Endpoint 11: `data` is empty (object, array or null). A bare `success` could come from any other server. */
const WireRequestAnswer = v.object({ success, data: v.nullable(v.object({})), message: v.string() })

const filterNames: Readonly<Record<PharmacyFilter, string>> = {
  name: 'pharmacy_name',
  code: 'pharmacy_code',
  state: 'state_of_premise',
  lga: 'lga',
  address: 'pharmacy_address',
}

// Derived from the page URLs in the spec: a `page` parameter. The URLs themselves are never followed.
const paged = (page: number, query: Query = {}): Query => (page === 1 ? query : { ...query, page })

/** Spec: endpoint 7, one filter for each search. */
export function searchPharmacies(
  http: HttpExchange,
  filter: PharmacyFilter,
  text: string,
  page: number,
): Promise<Exchange> {
  return http.get('api/merchant/search_pharmacies', paged(page, { [filterNames[filter]]: text }))
}

/** Spec: endpoint 8. */
export function searchPharmaciesByName(http: HttpExchange, name: string, page: number): Promise<Exchange> {
  return http.get('api/merchant/micro_health/pharmacy/search', paged(page, { pharmacy_name: name }))
}

/** Spec: endpoint 9. */
export function pharmacyPage(
  http: Pick<HttpExchange, 'get'>,
  page: number,
  signal?: AbortSignal,
): Promise<Exchange> {
  return http.get('api/merchant/micro_health/pharmacy/all', paged(page), signal)
}

/** Spec: endpoint 10. */
export function pharmacy(http: HttpExchange, id: number): Promise<Exchange> {
  return http.get(`api/merchant/micro_health/pharmacy/${id}`)
}

/** Spec: endpoint 11. The server sends an SMS and an e-mail to the policy's principal customer. */
export function requestPharmacy(
  http: HttpExchange,
  pharmacyId: number,
  policyNumber: string,
  signal?: AbortSignal,
): Promise<Exchange> {
  const body = { pharmacy_id: pharmacyId, policy_no: policyNumber }
  return http.post('api/merchant/micro_health/pharmacy/request_pharmacy', body, signal)
}

/** Whether endpoint 11 confirms the request. */
export function confirmsRequest(json: unknown): boolean {
  return v.is(WireRequestAnswer, json)
}

/** Reads a page; null if any pharmacy cannot be read. */
export function pharmacyPageOf(json: unknown): PharmacyPage | null {
  const parsed = v.safeParse(WirePharmacyPageAnswer, json)
  if (!parsed.success) return null
  const { data, current_page: page, last_page: lastPage, total } = parsed.output.data
  return { pharmacies: data.map(toPharmacy), page, lastPage, total }
}

/** Reads one pharmacy; null when it is not the requested one. */
export function pharmacyOf(id: number) {
  return (json: unknown): Pharmacy | null => {
    const parsed = v.safeParse(WirePharmacyAnswer, json)
    return parsed.success && parsed.output.data.id === id ? toPharmacy(parsed.output.data) : null
  }
}

function toPharmacy(wire: WirePharmacy): Pharmacy {
  return {
    id: wire.id,
    code: wire.pharmacy_code,
    name: wire.pharmacy_name,
    state: wire.state_of_premise,
    lga: wire.lga,
    address: wire.pharmacy_address,
    updatedAt: wire.updated_at,
  }
}
