import type { ClaimContent } from '#shared/domain/claim.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { initialState } from '#shared/outbox/transition.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { at } from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'

interface Changes {
  readonly id?: string
  readonly product?: Product
  readonly state?: EntryState
  readonly earlierReferences?: string[]
  readonly claim?: Partial<ClaimContent>
}

/** A made-up claim of the outbox; it waits. */
export function madeUpEntry(changes: Changes = {}): KeptEntry {
  const { id = newId(), product = 'keke', earlierReferences = [], claim = {} } = changes
  return {
    id,
    seq: 1,
    acceptedAt: at,
    officerId: null,
    attempts: 0,
    policyTag: '',
    body: { ...claimSubmission(claim, { product }).body, earlierReferences },
    state: changes.state ?? initialState(at),
    firstAttemptAt: null,
    sends: 0,
    candidates: 0,
  }
}
