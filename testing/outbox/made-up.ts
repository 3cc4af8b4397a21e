import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { emptyFields, type Draft, type Rejection } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { EntryBody, Submission } from '#shared/outbox/entry.ts'
import type { OutboxCounts } from '#shared/outbox/hold.ts'

/** What is counted of an outbox in which nothing is. */
export const emptyCounts: OutboxCounts = {
  waiting: 0,
  awaitingFiles: 0,
  sending: 0,
  unconfirmed: 0,
  rejected: 0,
  needsOfficer: 0,
  undelivered: 0,
  receivedToday: 0,
  oldestUndeliveredAt: null,
}

/** A made-up draft of which only a policy number is typed. */
export function madeUpDraft(changes: Partial<Draft> = {}): Draft {
  const at = '2026-11-20T09:00:00.000Z'
  return {
    id: newId(),
    product: 'keke',
    fields: { ...emptyFields(), policyNumber: 'KKP/2026/LA/000001' },
    branchReference: '7F3K-92QD',
    createdAt: at,
    updatedAt: at,
    rejection: null,
    ...changes,
  }
}

/** Why the insurer did not accept what a draft was made of. */
export function madeUpRejection(changes: Partial<Rejection> = {}): Rejection {
  const at = '2026-11-20T09:00:00.000Z'
  const told = { capturedAt: at, at, serverMessage: '', fieldErrors: {} }
  return { entryId: newId(), ...told, refused: emptyFields(), ...changes }
}

/** A made-up claim for tests. */
export function madeUpClaim(changes: Partial<ClaimContent> = {}): ClaimContent {
  return {
    policyNumber: 'KKP/2026/LA/000001',
    claimantIdentification: 'NIN-TEST-0001',
    occurrenceDate: '2026-11-02',
    occurrenceAddress: '12 Test Street, Yaba',
    incidentDetails: 'Hit a kerb at low speed.',
    incidentPictureUrl: 'https://files.example/picture.jpg',
    medicalReportUrl: 'https://files.example/report.pdf',
    deathCertificateUrl: 'https://files.example/certificate.pdf',
    originalPolicyCertificateUrl: 'https://files.example/policy.pdf',
    repairEstimate: 45_000,
    ...changes,
  }
}

interface ClaimOptions {
  readonly product?: Product
  readonly branchReference?: string
}

/** A made-up claim entry as it is submitted. */
export function claimSubmission(
  changes: Partial<ClaimContent> = {},
  options: ClaimOptions = {},
): Submission & { readonly body: Extract<EntryBody, { kind: 'claim' }> } {
  const { product = 'keke', branchReference = '7F3K-92QD' } = options
  return { id: newId(), body: { kind: 'claim', product, claim: madeUpClaim(changes), branchReference } }
}

/** A made-up claim whose links come from files, in these fields; it may be in none. */
export function submissionWithFiles(
  fromFiles: readonly AttachmentField[] = attachmentFields,
  changes: Partial<ClaimContent> = {},
  options: ClaimOptions = {},
): Submission & { readonly body: Extract<EntryBody, { kind: 'claim' }> } {
  const submission = claimSubmission(changes, options)
  if (fromFiles.length === 0) return submission
  const { id, body } = submission
  const emptied = Object.fromEntries(fromFiles.map((field) => [field, '']))
  return { id, body: { ...body, claim: { ...body.claim, ...emptied }, fromFiles: [...fromFiles] } }
}

/** A made-up pharmacy request as it is submitted. */
export function pharmacySubmission(
  policyNumber = 'KKP/2026/LA/000001',
  pharmacyId = 7,
  chosenAt?: string,
): Submission {
  const pharmacy = { pharmacyId, pharmacyName: 'Test Pharmacy', ...(chosenAt !== undefined && { chosenAt }) }
  return { id: newId(), body: { kind: 'pharmacy-request', ...pharmacy, policyNumber } }
}
