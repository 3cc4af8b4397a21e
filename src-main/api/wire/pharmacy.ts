import * as v from 'valibot'
import { wireCount, wireId, wireOptionalText, wireText } from './scalars.ts'

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
export type WirePharmacy = v.InferOutput<typeof WirePharmacy>

/** Spec: Pharmacy page. The page URLs are left out, because they are never followed. */
const WirePharmacyPage = v.object({
  current_page: wireCount,
  data: v.array(WirePharmacy),
  last_page: wireCount,
  total: wireCount,
})

const success = v.literal(true)

/** Endpoints 7, 8 and 9. */
export const WirePharmacyPageAnswer = v.object({ success, data: WirePharmacyPage })
/** Endpoint 10. */
export const WirePharmacyAnswer = v.object({ success, data: WirePharmacy })
/** Endpoint 11: `data` is empty (object, array or null). A bare `success` could come from any other server. */
export const WireRequestAnswer = v.object({ success, data: v.nullable(v.object({})), message: v.string() })
