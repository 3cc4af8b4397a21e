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
  /** Knows customers of whom details were kept. */
  readonly keptDetails: { holderOf(policyNumber: string): string }
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
export function summarised(
  { outbox, engine, uploads, followUps, keptDetails }: ShownServices,
  audience: Pick<Audience, 'nameOf' | 'seesEntryOf'>,
  entry: KeptEntry,
): EntrySummary {
  const { id, seq, acceptedAt, body, state, attempts } = entry
  const claim = body.kind === 'claim' ? body : null
  const policyNumber = body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber
  return {
    id,
    seq,
    acceptedAt,
    capturedBy: audience.nameOf(entry.officerId),
    kind: body.kind,
    product: claim?.product ?? null,
    policyNumber,
    pharmacyName: body.kind === 'claim' ? null : body.pharmacyName,
    reference: claim && referenceOf(claim),
    sentReferences: claim === null ? [] : sentReferencesOf(claim),
    ...customerPart(claim?.customer),
    holder: keptDetails.holderOf(policyNumber),
    amount: claim?.claim.repairEstimate ?? null,
    occurrenceDate: claim?.claim.occurrenceDate ?? null,
    state,
    attempts,
    nextTryAt: engine.nextTryAt(entry),
    behind: behindOf(outbox, audience, entry),
    files: claim?.fromFiles === undefined ? null : uploads.filesOf(entry),
    standing: followUps.standingOf(entry),
    duplicateClaimIds: outbox.claimRows.duplicatesOf(id),
    candidates: isDecidable(state) ? entry.candidates : 0,
  }
}

/** An entry in full, as it is now. */
export function detailed(
  services: ShownServices,
  audience: Pick<Audience, 'nameOf' | 'seesEntryOf'>,
  entry: KeptEntry,
): EntryDetail {
  return {
    ...summarised(services, audience, entry),
    body: entry.body,
    uploads: services.uploads.eachOf(entry.id),
  }
}

function behindOf(outbox: Outbox, { seesEntryOf }: Pick<Audience, 'seesEntryOf'>, entry: KeptEntry) {
  const earlier = outbox.holdingBack(entry)
  if (earlier === null) return null
  return seesEntryOf(earlier.officerId) ? earlier.id : ''
}
