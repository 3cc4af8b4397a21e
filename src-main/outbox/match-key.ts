import { referenceToken } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'

const referenceInToken = /(?<=\[Ref )[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?=\])/gi

const lastToken = /\[Ref ([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})\]$/i

/** Removes differences a server or database may introduce: Unicode form and white space. */
function normalised(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

function tokenKey(policyNumber: string, reference: string): string {
  return JSON.stringify(['token', policyNumberOf(policyNumber), referenceToken(reference.toUpperCase())])
}

interface TenFields {
  readonly policyNumber: string
  readonly claimantIdentification: string
  readonly occurrenceDate: string
  readonly occurrenceAddress: string
  readonly incidentDetails: string
  readonly incidentPictureUrl: string
  readonly medicalReportUrl: string
  readonly deathCertificateUrl: string
  readonly originalPolicyCertificateUrl: string
  readonly repairEstimate: number | null
}

function fieldsKey(fields: TenFields): string {
  return JSON.stringify([
    'fields',
    policyNumberOf(fields.policyNumber),
    normalised(fields.claimantIdentification),
    fields.occurrenceDate,
    normalised(fields.occurrenceAddress),
    normalised(fields.incidentDetails),
    normalised(fields.incidentPictureUrl),
    normalised(fields.medicalReportUrl),
    normalised(fields.deathCertificateUrl),
    normalised(fields.originalPolicyCertificateUrl),
    fields.repairEstimate,
  ])
}

/**
 * The key of a row that is this claim although it was never sent from here: its own token at the very end of the
 * details, where sending puts it, and the same day. An officer who pastes an earlier text puts its token further ahead;
 * one who writes another claim over the copy of a draft that was sent elsewhere gives it another day. Null without a
 * reference, because equal fields may belong to another claim.
 */
export function copyKeyOfBody(body: EntryBody): string | null {
  if (body.kind !== 'claim' || body.branchReference === null) return null
  return copyKey(body.claim, body.branchReference)
}

/** The keys that identify a copy of a row's entry on another computer; empty if the row was sent without a token. */
export function copyKeysOfRow(row: ReceivedClaim): readonly string[] {
  const last = lastToken.exec(normalised(row.incidentDetails))?.[1]
  return last === undefined ? [] : [copyKey(row, last)]
}

function copyKey(
  { policyNumber, occurrenceDate }: Pick<TenFields, 'policyNumber' | 'occurrenceDate'>,
  reference: string,
): string {
  return JSON.stringify(['copy', policyNumberOf(policyNumber), occurrenceDate, reference.toUpperCase()])
}

/** The key a row of the claim list must have to be this entry: the exact token, or without one all ten fields. */
export function matchKeyOfBody(body: EntryBody): string {
  if (body.kind === 'pharmacy-request') {
    return JSON.stringify(['pharmacy', body.pharmacyId, policyNumberOf(body.policyNumber)])
  }
  const { claim, branchReference } = body
  return branchReference === null ? fieldsKey(claim) : tokenKey(claim.policyNumber, branchReference)
}

/** The keys a row can be found by: one for each token in its details, and its ten fields. */
export function matchKeysOfRow(row: ReceivedClaim): readonly string[] {
  const references = normalised(row.incidentDetails).matchAll(referenceInToken)
  return [fieldsKey(row), ...Array.from(references, ([reference]) => tokenKey(row.policyNumber, reference))]
}
