import { customerPart } from '#shared/domain/customer.ts'
import {
  fieldsOf,
  type Draft,
  type DraftFields,
  type Rejection,
  type SlotFiles,
} from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { correctedReferences } from '#shared/domain/reference.ts'
import { withoutAgreedLinks } from '#shared/domain/stand-in.ts'
import type { Failure } from '#shared/failure.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import { isForbidden } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'
import type { DraftStore } from './draft-store.ts'

/** The files of claims, as far as a claim that becomes a draft has to do with them. */
interface FilesOfClaims {
  slotsOf(claimId: string): Result<SlotFiles, StorageFailure>
  moveWithin(fromClaimId: string, toClaimId: string): void
}

interface Kept {
  readonly outbox: Pick<Outbox, 'apply'>
  readonly drafts: Pick<DraftStore, 'keepWithin'>
  readonly attachments: FilesOfClaims
}

/**
 * Withdraws an entry and makes a draft of it, with its files, in one commit: a crash cannot lose both. What was uploaded
 * for it is unwanted from then on.
 *
 * @param officerId whose the draft is; null for the office's
 */
export function backToDraft(
  { outbox, drafts, attachments }: Kept,
  entry: KeptEntry,
  officerId: string | null,
  at: string,
): Result<{ readonly draft: Draft; readonly withdrawn: KeptEntry }, Failure> {
  const slots = attachments.slotsOf(entry.id)
  if (!slots.ok) return err(failureOf(slots.error))
  const draft = draftOf(entry, slots.value, at)
  if (draft === null) return err({ type: 'not-possible-now' })
  const by = officerId === null ? {} : { by: officerId }
  const event = { type: 'withdraw', at, to: 'draft', ...by, as: draft.id } as const
  const withdrawn = outbox.apply(entry.id, event, () => {
    drafts.keepWithin(draft, officerId)
    attachments.moveWithin(entry.id, draft.id)
  })
  return withdrawn.ok ? ok({ draft, withdrawn: withdrawn.value }) : err(failureOf(withdrawn.error))
}

// A new id, and another reference to be sent under: what still arrives under the old ones is not matched to this draft.
function draftOf(entry: KeptEntry, slotFiles: SlotFiles, now: string): Draft | null {
  // Its files are uploaded again: without the links that they had.
  const body = asSubmitted(entry.body)
  if (body.kind !== 'claim') return null
  const fields = fieldsOf(body.claim)
  const { standIns } = body
  const { policyNumber } = body.claim
  return {
    id: newId(),
    product: body.product,
    // What was chosen goes with the link that is agreed when it is submitted again.
    fields: withoutAgreedLinks(fields, standIns),
    ...(standIns === undefined ? {} : { standIns }),
    ...customerPart(body.customer),
    ...correctedReferences(body, newBranchReference()),
    createdAt: now,
    updatedAt: now,
    rejection: rejectionOf(entry, fields, slotFiles),
    slotFiles,
    // The officer chose to send it as typed.
    ...(policyNumber === policyNumberOf(policyNumber) ? {} : { policyAsTyped: policyNumber }),
  }
}

function rejectionOf(
  { id, acceptedAt, body, state }: KeptEntry,
  refused: DraftFields,
  refusedFiles: SlotFiles,
): Rejection | null {
  // The insurer's system said nothing about what is in it: there is nothing to correct.
  if (!('fieldErrors' in state) || isForbidden(state)) return null
  const fieldErrors = Object.fromEntries(
    Object.entries(state.fieldErrors).map(([field, messages]) => [field, [...messages]]),
  )
  return {
    entryId: id,
    capturedAt: acceptedAt,
    at: state.at,
    serverMessage: state.serverMessage.slice(0, 5000),
    fieldErrors,
    ...(state.unread === undefined ? {} : { unread: state.unread }),
    refused,
    ...(body.kind === 'claim' ? { refusedProduct: body.product } : {}),
    refusedFiles,
  }
}
