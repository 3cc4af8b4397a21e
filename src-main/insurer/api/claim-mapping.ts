import type { CalendarDate } from '#shared/domain/calendar-date.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import type { Product } from '#shared/domain/product.ts'
import type {
  ClaimDetail,
  InsurerClaim,
  PolicyHolder,
  PolicyRecord,
  ReceivedClaim,
} from '#shared/domain/received-claim.ts'
import type { WireClaimDetail, WireClaimLook, WireHolder, WireListedClaim, WirePolicy } from './wire/claim.ts'

/** The body of endpoints 1 and 4: ten fields, the amount as a JSON number, the reference at the front of the details. */
export function toWireClaim(
  claim: ClaimContent,
  branchReference: string,
): Readonly<Record<string, string | number>> {
  return {
    means_of_claimant_identification: claim.claimantIdentification,
    date_of_occurance: claim.occurrenceDate,
    address_of_occurance: claim.occurrenceAddress,
    details_of_incidence: detailsWithReference(claim.incidentDetails, branchReference),
    policy_number: claim.policyNumber,
    picture_of_incident: claim.incidentPictureUrl,
    medical_report: claim.medicalReportUrl,
    death_certificate: claim.deathCertificateUrl,
    original_policy_certificate: claim.originalPolicyCertificateUrl,
    estimate_of_repair: claim.repairEstimate,
  }
}

// Some servers add a time of day; only the day matters.
function dayOf(text: string): CalendarDate {
  return /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? text
}

/** What every answer shows of a claim. */
export function toInsurerClaim(product: Product, wire: WireClaimLook['data']): InsurerClaim {
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
export function toReceivedClaim(product: Product, wire: WireListedClaim): ReceivedClaim {
  return { ...toInsurerClaim(product, wire), id: wire.id, deletedAt: wire.deleted_at }
}

/** One claim with its policy and customer. */
export function toClaimDetail(product: Product, wire: WireClaimDetail): ClaimDetail {
  return {
    ...toInsurerClaim(product, wire),
    id: wire.id,
    deletedAt: wire.deleted_at,
    holder: wire.user === null ? null : toHolder(wire.user),
    policy: wire.keke_policy === null ? null : toPolicy(wire.keke_policy),
  }
}

function toHolder(wire: WireHolder): PolicyHolder {
  return {
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
  }
}

function toPolicy(wire: WirePolicy): PolicyRecord {
  return {
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
  }
}
