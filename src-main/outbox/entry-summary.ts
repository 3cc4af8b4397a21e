import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { Outbox } from './outbox.ts'

/** What a list shows of an entry. @param nextTryAt when the engine moves it next. */
export function summaryOf(entry: KeptEntry, outbox: Outbox, nextTryAt: string | null): EntrySummary {
  const { body } = entry
  const shared = {
    id: entry.id,
    seq: entry.seq,
    acceptedAt: entry.acceptedAt,
    kind: body.kind,
    state: entry.state,
    attempts: entry.attempts,
    nextTryAt,
    duplicateClaimIds: outbox.claimRows.duplicatesOf(entry.id),
  }
  return body.kind === 'claim'
    ? {
        ...shared,
        product: body.product,
        policyNumber: body.claim.policyNumber,
        pharmacyName: null,
        branchReference: body.branchReference,
        amount: body.claim.repairEstimate,
      }
    : {
        ...shared,
        product: null,
        policyNumber: body.policyNumber,
        pharmacyName: body.pharmacyName,
        branchReference: null,
        amount: null,
      }
}

/** An entry in full, with its history. */
export function detailOf(entry: KeptEntry, outbox: Outbox, nextTryAt: string | null): EntryDetail {
  return {
    ...summaryOf(entry, outbox, nextTryAt),
    body: entry.body,
    history: outbox.history(entry.id),
  }
}
