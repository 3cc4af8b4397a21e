import type { ClaimContent } from '#shared/domain/claim.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { KeptEntry } from '../../outbox/entry-codec.ts'
import { claimSubmission } from '../../outbox/testing/made-up.ts'

const at = '2026-11-20T09:00:00.000Z'

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
  const queued: EntryState = {
    name: 'queued',
    since: at,
    reason: { type: 'new' },
    notSentInARow: 0,
    resends: 0,
  }
  return {
    id,
    seq: 1,
    acceptedAt: at,
    officerId: null,
    attempts: 0,
    policyTag: '',
    body: { ...claimSubmission(claim, { product }).body, earlierReferences },
    state: changes.state ?? queued,
    firstAttemptAt: null,
    sends: 0,
    candidates: 0,
  }
}
