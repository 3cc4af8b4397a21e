import * as v from 'valibot'
import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import { wireCount, wireId, wireObject, wireOptionalText, wireText } from './wire/scalars.ts'

/** Spec: Pharmacy. */
const pharmacyFields = {
  id: ['id', wireId],
  code: ['pharmacy_code', wireText],
  name: ['pharmacy_name', wireText],
  state: ['state_of_premise', wireText],
  lga: ['lga', wireText],
  address: ['pharmacy_address', wireText],
  updatedAt: ['updated_at', wireOptionalText],
} as const
const WirePharmacy = wireObject(pharmacyFields)

/** What Laravel makes of a collection whose first rows were filtered out: its keys are the numbers of those left. */
const WireFiltered = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^\d+$/)), WirePharmacy),
  v.minEntries(1),
  v.transform((rows) => Object.values(rows)),
)

/** Spec: Pharmacy page. The page URLs are left out, because they are never followed. */
const WirePharmacyPage = v.object({
  current_page: wireCount,
  data: v.union([v.array(WirePharmacy), WireFiltered]),
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

/** A filter of endpoint 7 as the spec spells it. */
export const filterName = (filter: PharmacyFilter): string => pharmacyFields[filter][0]

/** Whether endpoint 11 confirms the request. */
export function confirmsRequest(json: unknown): boolean {
  return v.is(WireRequestAnswer, json)
}

/** Reads a page; null if any pharmacy cannot be read. */
export function pharmacyPageOf(json: unknown): PharmacyPage | null {
  const parsed = v.safeParse(WirePharmacyPageAnswer, json)
  if (!parsed.success) return null
  const { data: pharmacies, current_page: page, last_page: lastPage, total } = parsed.output.data
  return { pharmacies, page, lastPage, total }
}

/** Reads one pharmacy; null when it is not the requested one. */
export function pharmacyOf(id: number) {
  return (json: unknown): Pharmacy | null => {
    const parsed = v.safeParse(WirePharmacyAnswer, json)
    return parsed.success && parsed.output.data.id === id ? parsed.output.data : null
  }
}
