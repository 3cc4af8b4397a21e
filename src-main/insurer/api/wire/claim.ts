import * as v from 'valibot'
import { wireAmount, wireDetails, wireId, wireOptionalText, wirePolicyNumber, wireText } from './scalars.ts'

/** The fields of a claim in every answer, in the spec's spelling. Objects drop every field not named here. */
const claimEntries = {
  policy_number: wirePolicyNumber,
  date_of_occurance: wireText,
  address_of_occurance: wireText,
  details_of_incidence: wireDetails,
  picture_of_incident: wireText,
  medical_report: wireText,
  death_certificate: wireText,
  original_policy_certificate: wireText,
  means_of_claimant_identification: wireText,
  estimate_of_repair: wireAmount,
  status: wireText,
  created_at: wireText,
  updated_at: wireText,
}

/** Spec: Claim list item. */
export const WireListedClaim = v.object({ ...claimEntries, id: wireId, deleted_at: wireOptionalText })
export type WireListedClaim = v.InferOutput<typeof WireListedClaim>

/** Spec: `user` in a claim detail; never password, transaction_pin, nin_number or the addresses of identity papers. */
const WireHolder = v.object({
  first_name: wireOptionalText,
  middle_name: wireOptionalText,
  surname: wireOptionalText,
  phone_no: wireOptionalText,
  email: wireOptionalText,
  address: wireOptionalText,
  gender: wireOptionalText,
  date_of_birth: wireOptionalText,
  town: wireOptionalText,
  state_of_residence: wireOptionalText,
  occupation: wireOptionalText,
  next_of_kin_full_name: wireOptionalText,
})
export type WireHolder = v.InferOutput<typeof WireHolder>

/** Spec: `keke_policy`, which the okada answer has too. */
const WirePolicy = v.object({
  id: wireId,
  variant_type: wireOptionalText,
  amount_insured: wireAmount,
  policy_number: wireOptionalText,
  start_date: wireOptionalText,
  end_date: wireOptionalText,
  status: wireOptionalText,
  nok_surname: wireOptionalText,
  nok_othernames: wireOptionalText,
  nok_relationship: wireOptionalText,
  nok_phone_no: wireOptionalText,
})
export type WirePolicy = v.InferOutput<typeof WirePolicy>

/** Spec: Claim detail. `merchant` is left out entirely, because it contains the secret key. */
const WireClaimDetail = v.object({
  ...claimEntries,
  /** Not in the spec: one that comes tells which claim it is, and one that is odd spoils nothing. */
  id: v.optional(v.fallback(v.nullable(wireId), null), null),
  deleted_at: wireOptionalText,
  user: v.nullish(WireHolder, null),
  keke_policy: v.nullish(WirePolicy, null),
})
export type WireClaimDetail = v.InferOutput<typeof WireClaimDetail>

const success = v.literal(true)

/** Endpoints 1 and 4. */
export const WireClaimCreated = v.object({
  success,
  data: v.object({ policy_number: wirePolicyNumber, details_of_incidence: v.optional(v.unknown()) }),
})
/** Endpoints 2 and 5. */
export const WireClaimDetailAnswer = v.object({ success, data: WireClaimDetail })
/** Endpoints 2 and 5, as far as the engine looks. */
export const WireClaimLook = v.object({ success, data: v.object(claimEntries) })
export type WireClaimLook = v.InferOutput<typeof WireClaimLook>
/** Endpoints 2 and 5, where there is no claim. */
export const WireNoClaim = v.object({ success, data: v.null() })
/** Endpoints 3 and 6 without the rows, which were read before. */
export const WireClaimList = v.object({ success, data: v.tuple([]) })
