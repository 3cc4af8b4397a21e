import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { calls, type RequestChannel, type RequestInput } from '#shared/contract/calls.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { examplesOf } from './examples-of.ts'

const id = newId()
const at = '2026-11-20T09:00:00.000Z'
const fields = { ...emptyFields(), policyNumber: 'OKP/2026/LA/000001', incidentDetails: 'Made up.' }
const draft: Draft = {
  id,
  product: 'okada',
  fields,
  branchReference: '7F3K-92QD',
  createdAt: at,
  updatedAt: at,
  rejection: {
    entryId: id,
    capturedAt: at,
    at,
    serverMessage: 'Made up.',
    fieldErrors: { policyNumber: ['Unknown.'] },
    refused: fields,
  },
  isShared: true,
}

/** Claims and requests use the shared test data; they are not derived from their schemas. */
const madeUp: { readonly [C in RequestChannel]?: readonly RequestInput<C>[] } = {
  'outbox:accept': [claimSubmission(), pharmacySubmission(), { ...pharmacySubmission(), corrects: id }],
  'drafts:save': [{ draft, isNew: true, isOpen: true }],
}

const derived = new Map<RequestChannel, readonly unknown[]>()

/** Valid arguments of a channel, at least one; hostile arguments are derived from these too. */
export function validArguments(channel: RequestChannel): readonly unknown[] {
  const made = derived.get(channel) ?? madeUp[channel] ?? examplesOf(calls[channel].takes)
  derived.set(channel, made)
  return made
}
