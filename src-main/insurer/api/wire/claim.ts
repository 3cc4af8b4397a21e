import * as v from 'valibot'
import { claimFieldNames, type ClaimContent, type ClaimFieldName } from '#shared/domain/claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import { wireDay, wireRemoved, wireTime } from './moments.ts'
import {
  wireAmount,
  wireDetails,
  wireId,
  wireObject,
  wireOptionalText,
  wirePolicyNumber,
  wireStatus,
  wireText,
} from './scalars.ts'

/** The fields of a claim that is sent; every answer has them too. */
const sentFields = {
  claimantIdentification: ['means_of_claimant_identification', wireText],
  occurrenceDate: ['date_of_occurance', wireDay],
  occurrenceAddress: ['address_of_occurance', wireText],
  incidentDetails: ['details_of_incidence', wireDetails],
  policyNumber: ['policy_number', wirePolicyNumber],
  incidentPictureUrl: ['picture_of_incident', wireText],
  medicalReportUrl: ['medical_report', wireText],
  deathCertificateUrl: ['death_certificate', wireText],
  originalPolicyCertificateUrl: ['original_policy_certificate', wireText],
  repairEstimate: ['estimate_of_repair', wireAmount],
} as const satisfies Readonly<Record<ClaimFieldName, unknown>>

/** The spec's spelling of the fields that are sent. */
export const wireNameOf = (name: ClaimFieldName): string => sentFields[name][0]

/** The body of endpoints 1 and 4: the amount as a JSON number, the reference at the front of the details. */
export function toWireClaim(
  claim: ClaimContent,
  branchReference: string,
): Readonly<Record<string, string | number>> {
  const sent = { ...claim, incidentDetails: detailsWithReference(claim.incidentDetails, branchReference) }
  return Object.fromEntries(claimFieldNames.map((name) => [wireNameOf(name), sent[name]]))
}

/** The fields of a claim in every answer. */
const claimFields = {
  ...sentFields,
  status: ['status', wireStatus],
  createdAt: ['created_at', wireTime],
  updatedAt: ['updated_at', wireTime],
} as const

/** Spec: Claim list item. */
export const WireListedClaim = wireObject({
  ...claimFields,
  id: ['id', wireId],
  deletedAt: ['deleted_at', wireRemoved],
})

/** Spec: `user` in a claim detail; never password, transaction_pin, nin_number or the addresses of identity papers. */
const WireHolder = wireObject({
  firstName: ['first_name', wireOptionalText],
  middleName: ['middle_name', wireOptionalText],
  surname: ['surname', wireOptionalText],
  phone: ['phone_no', wireOptionalText],
  email: ['email', wireOptionalText],
  address: ['address', wireOptionalText],
  gender: ['gender', wireOptionalText],
  dateOfBirth: ['date_of_birth', wireDay],
  town: ['town', wireOptionalText],
  stateOfResidence: ['state_of_residence', wireOptionalText],
  occupation: ['occupation', wireOptionalText],
  nextOfKinName: ['next_of_kin_full_name', wireOptionalText],
})

/** Spec: `keke_policy`, which the okada answer has too. */
const WirePolicy = wireObject({
  id: ['id', wireId],
  variantType: ['variant_type', wireOptionalText],
  amountInsured: ['amount_insured', wireAmount],
  policyNumber: ['policy_number', wireOptionalText],
  startDate: ['start_date', wireDay],
  endDate: ['end_date', wireDay],
  status: ['status', wireOptionalText],
  nextOfKinSurname: ['nok_surname', wireOptionalText],
  nextOfKinOtherNames: ['nok_othernames', wireOptionalText],
  nextOfKinRelationship: ['nok_relationship', wireOptionalText],
  nextOfKinPhone: ['nok_phone_no', wireOptionalText],
})

const success = v.literal(true)

/** Endpoints 1 and 4. */
export const WireClaimCreated = v.object({
  success,
  data: v.object({ policy_number: wirePolicyNumber, details_of_incidence: v.optional(v.unknown()) }),
})
/** Endpoints 2 and 5. `merchant` is left out entirely, because it contains the secret key. */
export const WireClaimDetailAnswer = v.object({
  success,
  data: wireObject({
    ...claimFields,
    /** Not in the spec: one that comes tells which claim it is, and one that is odd spoils nothing. */
    id: ['id', v.optional(v.fallback(v.nullable(wireId), null), null)],
    deletedAt: ['deleted_at', wireRemoved],
    holder: ['user', v.nullish(WireHolder, null)],
    policy: ['keke_policy', v.nullish(WirePolicy, null)],
  }),
})
/** Endpoints 2 and 5, as far as the engine looks. */
export const WireClaimLook = v.object({ success, data: wireObject(claimFields) })
/** Endpoints 2 and 5, where there is no claim. */
export const WireNoClaim = v.object({ success, data: v.null() })
/** Endpoints 3 and 6 without the rows, which were read before. */
export const WireClaimList = v.object({ success, data: v.tuple([]) })
