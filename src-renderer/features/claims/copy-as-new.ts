import { isCalendarDate, typedDay } from '#shared/domain/calendar-date.ts'
import type { Claim } from '#shared/domain/claim.ts'
import { emptyFields, type DraftFields } from '#shared/domain/draft.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'

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
    incidentDetails: claim.incidentDetails,
    incidentPictureUrl: claim.incidentPictureUrl,
    medicalReportUrl: claim.medicalReportUrl,
    deathCertificateUrl: claim.deathCertificateUrl,
    originalPolicyCertificateUrl: claim.originalPolicyCertificateUrl,
    repairEstimate: repairEstimate === null ? '' : String(repairEstimate),
  }
}

/** The same of an entry, without the links that its files got: they end with that entry. */
export function copiedFromEntry(body: EntryBody): DraftFields {
  const submitted = asSubmitted(body)
  return submitted.kind === 'claim' ? copiedFields(submitted.claim) : emptyFields()
}
