import { customerPart } from '#shared/domain/customer.ts'
import { referenceOf, sentReferencesOf } from '#shared/domain/reference.ts'
import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import { isDecidable } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { Outbox } from './outbox.ts'

const nothingElse = { files: null, standing: null }

/**
 * An entry as shown in a list. @param nextTryAt when the engine next acts on it. @param capturedBy the name of its
 * officer; null if there were no officers.
 */
export function summaryOf(
  entry: KeptEntry,
  outbox: Outbox,
  nextTryAt: string | null,
  capturedBy: string | null,
  { files, standing }: Pick<EntrySummary, 'files' | 'standing'> = nothingElse,
): EntrySummary {
  const { body } = entry
  const shared = {
    id: entry.id,
    seq: entry.seq,
    acceptedAt: entry.acceptedAt,
    capturedBy,
    kind: body.kind,
    state: entry.state,
    attempts: entry.attempts,
    nextTryAt,
    files,
    standing,
    duplicateClaimIds: outbox.claimRows.duplicatesOf(entry.id),
    candidates: isDecidable(entry.state) ? entry.candidates : 0,
  }
  return body.kind === 'claim'
    ? {
        ...shared,
        product: body.product,
        policyNumber: body.claim.policyNumber,
        pharmacyName: null,
        reference: referenceOf(body),
        sentReferences: sentReferencesOf(body),
        ...customerPart(body.customer),
        amount: body.claim.repairEstimate,
        occurrenceDate: body.claim.occurrenceDate,
      }
    : {
        ...shared,
        product: null,
        policyNumber: body.policyNumber,
        pharmacyName: body.pharmacyName,
        reference: null,
        sentReferences: [],
        amount: null,
        occurrenceDate: null,
      }
}

/** An entry in full, with its history. */
export function detailOf(
  entry: KeptEntry,
  outbox: Outbox,
  nextTryAt: string | null,
  capturedBy: string | null,
  others: Pick<EntrySummary, 'files' | 'standing'> = nothingElse,
  uploads: EntryDetail['uploads'] = [],
): EntryDetail {
  return {
    ...summaryOf(entry, outbox, nextTryAt, capturedBy, others),
    body: entry.body,
    uploads,
    history: outbox.history(entry.id),
  }
}
