import { referenceToken } from '#shared/domain/identifier.ts'
import { policyKey } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'

const referenceInToken = /(?<=\[Ref )[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?=\])/gi

/** Text that a server or a database may have touched compares equal: Unicode form and white space. */
function normalised(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

function tokenKey(policyNumber: string, reference: string): string {
  return JSON.stringify(['token', policyKey(policyNumber), referenceToken(reference.toUpperCase())])
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
    policyKey(fields.policyNumber),
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

/** What a row of the claim list must show to be this entry: the exact token, or without one all ten fields. */
export function matchKeyOfBody(body: EntryBody): string {
  if (body.kind === 'pharmacy-request') {
    return JSON.stringify(['pharmacy', body.pharmacyId, policyKey(body.policyNumber)])
  }
  const { claim, branchReference } = body
  return branchReference === null ? fieldsKey(claim) : tokenKey(claim.policyNumber, branchReference)
}

/** The keys a row can be found by: one for each token in its details, and its ten fields. */
export function matchKeysOfRow(row: ReceivedClaim): readonly string[] {
  const references = normalised(row.incidentDetails).matchAll(referenceInToken)
  return [fieldsKey(row), ...Array.from(references, ([reference]) => tokenKey(row.policyNumber, reference))]
}
