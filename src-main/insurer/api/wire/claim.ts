import * as v from 'valibot'
import type { CalendarDate } from '#shared/domain/calendar-date.ts'
import { claimFieldNames, type ClaimContent, type ClaimFieldName } from '#shared/domain/claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import type { Product } from '#shared/domain/product.ts'
import type {
  ClaimDetail,
  InsurerClaim,
  PolicyHolder,
  PolicyRecord,
  ReceivedClaim,
} from '#shared/domain/received-claim.ts'
import { wireAmount, wireDetails, wireId, wireOptionalText, wirePolicyNumber, wireText } from './scalars.ts'

/** The spec's spelling of each field of a claim. */
export const wireNames = {
  policyNumber: 'policy_number',
  claimantIdentification: 'means_of_claimant_identification',
  occurrenceDate: 'date_of_occurance',
  occurrenceAddress: 'address_of_occurance',
  incidentDetails: 'details_of_incidence',
  incidentPictureUrl: 'picture_of_incident',
  medicalReportUrl: 'medical_report',
  deathCertificateUrl: 'death_certificate',
  originalPolicyCertificateUrl: 'original_policy_certificate',
  repairEstimate: 'estimate_of_repair',
} as const satisfies Record<ClaimFieldName, string>

/** The body of endpoints 1 and 4: the amount as a JSON number, the reference at the front of the details. */
export function toWireClaim(
  claim: ClaimContent,
  branchReference: string,
): Readonly<Record<string, string | number>> {
  const sent = { ...claim, incidentDetails: detailsWithReference(claim.incidentDetails, branchReference) }
  return Object.fromEntries(claimFieldNames.map((name) => [wireNames[name], sent[name]]))
}

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

/** Spec: `user` in a claim detail; never password, transaction_pin, nin_number or the addresses of identity papers. */
const WireHolder = v.pipe(
  v.object({
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
  }),
  v.transform((wire): PolicyHolder => ({
    firstName: wire.first_name,
    middleName: wire.middle_name,
    surname: wire.surname,
    phone: wire.phone_no,
    email: wire.email,
    address: wire.address,
    gender: wire.gender,
    dateOfBirth: wire.date_of_birth,
    town: wire.town,
    stateOfResidence: wire.state_of_residence,
    occupation: wire.occupation,
    nextOfKinName: wire.next_of_kin_full_name,
  })),
)

/** Spec: `keke_policy`, which the okada answer has too. */
const WirePolicy = v.pipe(
  v.object({
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
  }),
  v.transform((wire): PolicyRecord => ({
    id: wire.id,
    variantType: wire.variant_type,
    amountInsured: wire.amount_insured,
    policyNumber: wire.policy_number,
    startDate: wire.start_date,
    endDate: wire.end_date,
    status: wire.status,
    nextOfKinSurname: wire.nok_surname,
    nextOfKinOtherNames: wire.nok_othernames,
    nextOfKinRelationship: wire.nok_relationship,
    nextOfKinPhone: wire.nok_phone_no,
  })),
)

/** Spec: Claim detail. `merchant` is left out entirely, because it contains the secret key. */
const WireClaimDetail = v.object({
  ...claimEntries,
  /** Not in the spec: one that comes tells which claim it is, and one that is odd spoils nothing. */
  id: v.optional(v.fallback(v.nullable(wireId), null), null),
  deleted_at: wireOptionalText,
  user: v.nullish(WireHolder, null),
  keke_policy: v.nullish(WirePolicy, null),
})

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
/** Endpoints 2 and 5, where there is no claim. */
export const WireNoClaim = v.object({ success, data: v.null() })
/** Endpoints 3 and 6 without the rows, which were read before. */
export const WireClaimList = v.object({ success, data: v.tuple([]) })

// Some servers add a time of day; only the day matters.
function dayOf(text: string): CalendarDate {
  return /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? text
}

/** What every answer shows of a claim. */
export function toInsurerClaim(
  product: Product,
  wire: v.InferOutput<typeof WireClaimLook>['data'],
): InsurerClaim {
  return {
    product,
    policyNumber: wire.policy_number,
    occurrenceDate: dayOf(wire.date_of_occurance),
    occurrenceAddress: wire.address_of_occurance,
    incidentDetails: wire.details_of_incidence,
    incidentPictureUrl: wire.picture_of_incident,
    medicalReportUrl: wire.medical_report,
    deathCertificateUrl: wire.death_certificate,
    originalPolicyCertificateUrl: wire.original_policy_certificate,
    claimantIdentification: wire.means_of_claimant_identification,
    repairEstimate: wire.estimate_of_repair,
    status: wire.status,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  }
}

/** A row of the insurer's list. */
export function toReceivedClaim(
  product: Product,
  wire: v.InferOutput<typeof WireListedClaim>,
): ReceivedClaim {
  return { ...toInsurerClaim(product, wire), id: wire.id, deletedAt: wire.deleted_at }
}

/** One claim with its policy and customer. */
export function toClaimDetail(product: Product, wire: v.InferOutput<typeof WireClaimDetail>): ClaimDetail {
  const { id, deleted_at: deletedAt, user: holder, keke_policy: policy } = wire
  return { ...toInsurerClaim(product, wire), id, deletedAt, holder, policy }
}
