import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriedReferences } from '#shared/domain/reference.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'

/** What a row of the claim list says of itself. */
type Row = Pick<ReceivedClaim, 'policyNumber' | 'occurrenceDate' | 'incidentDetails'>

function referenceKey(policyNumber: string, reference: string): string {
  return JSON.stringify(['reference', policyNumberOf(policyNumber), reference])
}

function copyKey({ policyNumber, occurrenceDate }: Omit<Row, 'incidentDetails'>, reference: string): string {
  return JSON.stringify(['copy', policyNumberOf(policyNumber), occurrenceDate, reference])
}

/**
 * The key of a row that is this claim although it was never sent from here: its own reference and the same day. An
 * officer who writes another claim over the copy of a draft that was sent elsewhere gives it another day. Null for a
 * pharmacy request.
 */
export function copyKeyOfBody(body: EntryBody): string | null {
  return body.kind === 'claim' ? copyKey(body.claim, body.branchReference) : null
}

/** The keys that identify a copy of a row's entry on another computer; empty if the row carries no reference. */
export function copyKeysOfRow(row: Row): readonly string[] {
  return carriedReferences(row.incidentDetails).map((reference) => copyKey(row, reference))
}

/** The key a row of the claim list must have to be this entry: its policy and its reference. */
export function matchKeyOfBody(body: EntryBody): string {
  return body.kind === 'claim'
    ? referenceKey(body.claim.policyNumber, body.branchReference)
    : JSON.stringify(['pharmacy', body.pharmacyId, policyNumberOf(body.policyNumber)])
}

/** The keys a row can be found by: one for each reference that it may carry. */
export function matchKeysOfRow(row: Row): readonly string[] {
  return carriedReferences(row.incidentDetails).map((reference) => referenceKey(row.policyNumber, reference))
}
