import type { EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import { customerPart } from '#shared/domain/customer.ts'
import { referenceOf, sentReferencesOf } from '#shared/domain/reference.ts'
import { isDecidable } from '#shared/outbox/predicates.ts'
import type { Audience } from './audience.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { Outbox } from './outbox.ts'

/** What an entry is shown with. */
export interface ShownServices {
  readonly outbox: Outbox
  /** Knows when an entry is next acted on. */
  readonly engine: { nextTryAt(entry: KeptEntry): string | null }
  /** Knows what becomes of its files. */
  readonly uploads: {
    filesOf(entry: KeptEntry): EntrySummary['files']
    eachOf(entryId: string): EntryDetail['uploads']
  }
  /** Knows how it stands at the insurer. */
  readonly followUps: { standingOf(entry: KeptEntry): EntrySummary['standing'] }
}

/** An entry, or null if it does not exist or is hidden from the signed-in officer; the page cannot tell which. */
export function visibleEntry(
  { outbox }: { readonly outbox: Pick<Outbox, 'get'> },
  audience: Pick<Audience, 'seesEntryOf'>,
  id: string,
): KeptEntry | null {
  const entry = outbox.get(id)
  return entry !== null && audience.seesEntryOf(entry.officerId) ? entry : null
}

/** An entry as a list shows it now, including its next step and who captured it. */
export function summarised(services: ShownServices, audience: Audience, entry: KeptEntry): EntrySummary {
  const { outbox, engine } = services
  const name = audience.nameOf(entry.officerId)
  return summaryOf(entry, outbox, engine.nextTryAt(entry), name, othersOf(services, entry))
}

/** An entry in full, as it is now. */
export function detailed(services: ShownServices, audience: Audience, entry: KeptEntry): EntryDetail {
  const { outbox, engine, uploads } = services
  const name = audience.nameOf(entry.officerId)
  const each = uploads.eachOf(entry.id)
  return detailOf(entry, outbox, engine.nextTryAt(entry), name, othersOf(services, entry), each)
}

function othersOf(
  { uploads, followUps }: ShownServices,
  entry: KeptEntry,
): Pick<EntrySummary, 'files' | 'standing'> {
  return { files: uploads.filesOf(entry), standing: followUps.standingOf(entry) }
}

const nothingElse = { files: null, standing: null }

/**
 * An entry as shown in a list. @param nextTryAt when the engine next acts on it. @param capturedBy the name of its
 * officer; null if there were no officers.
 */
function summaryOf(
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
