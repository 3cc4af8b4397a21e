import type { AttachmentField } from '#shared/domain/attachment.ts'
import { isCalendarDate, typedDay } from '#shared/domain/calendar-date.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { customerPart } from '#shared/domain/customer.ts'
import { emptyFields, type Draft, type DraftFields } from '#shared/domain/draft.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import { withoutAgreedLinks, withoutStandIns } from '#shared/domain/stand-in.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'

/** A claim's ten fields; the amount is null if the insurer's text was not a number. */
type CopiedClaim = Omit<ClaimContent, 'repairEstimate'> & { readonly repairEstimate: number | null }

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

/** What a copy is made of. */
export type Copied = Pick<Draft, 'fields' | 'standIns' | 'customer'>

/** The same of an entry, without the links that its files got, which end with that entry, and those of its choices. */
export function copiedFromEntry(body: EntryBody): Copied {
  const submitted = asSubmitted(body)
  if (submitted.kind !== 'claim') return { fields: emptyFields() }
  const { claim, customer, standIns = {} } = submitted
  const fields = withoutAgreedLinks(copiedFields(claim), standIns)
  return { fields, standIns, ...customerPart(customer) }
}

/**
 * For another vehicle of the same accident: when, where and what happened stay, with its picture, and whether anyone was hurt.
 * What is about a person or a policy goes.
 */
export function forAccident({ fields, standIns = {} }: Copied): Copied {
  const { occurrenceDate, occurrenceAddress, incidentDetails, incidentPictureUrl } = fields
  const isOfAccident = (slot: AttachmentField): boolean =>
    slot === 'incidentPictureUrl' || standIns[slot] === 'not-needed'
  return {
    standIns: withoutStandIns(standIns, (slot) => !isOfAccident(slot)),
    fields: { ...emptyFields(), occurrenceDate, occurrenceAddress, incidentDetails, incidentPictureUrl },
  }
}

/** For another vehicle of the same owner: who claims stays. */
export function forOwner({ fields, customer }: Copied): Copied {
  const { claimantIdentification } = fields
  return { fields: { ...emptyFields(), claimantIdentification }, ...customerPart(customer) }
}
