import { isCalendarDate, typedDay } from '#shared/domain/calendar-date.ts'
import type { Claim } from '#shared/domain/claim.ts'
import type { DraftFields } from '#shared/domain/draft.ts'
import { branchReferencePattern } from '#shared/domain/identifier.ts'

// The pattern of a bracketed reference, without the anchors.
const tokens = new RegExp(`\\s*\\[Ref ${branchReferencePattern.source.slice(1, -1)}\\]`, 'gi')

/** The incident details without the references of earlier submissions: a copy gets its own. */
export function withoutReference(details: string): string {
  return details.replace(tokens, '').trim()
}

/** A claim's ten fields; the amount is null if the insurer's text was not a number. */
type CopiedClaim = Omit<Claim, 'repairEstimate'> & { readonly repairEstimate: number | null }

/** The fields of a claim as they would be typed for a new one. */
export function copiedFields(claim: CopiedClaim): DraftFields {
  const { occurrenceDate, repairEstimate } = claim
  return {
    policyNumber: claim.policyNumber,
    claimantIdentification: claim.claimantIdentification,
    occurrenceDate: isCalendarDate(occurrenceDate) ? typedDay(occurrenceDate) : occurrenceDate,
    occurrenceAddress: claim.occurrenceAddress,
    incidentDetails: withoutReference(claim.incidentDetails),
    incidentPictureUrl: claim.incidentPictureUrl,
    medicalReportUrl: claim.medicalReportUrl,
    deathCertificateUrl: claim.deathCertificateUrl,
    originalPolicyCertificateUrl: claim.originalPolicyCertificateUrl,
    repairEstimate: repairEstimate === null ? '' : String(repairEstimate),
  }
}
