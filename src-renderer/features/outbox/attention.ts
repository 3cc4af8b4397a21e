import type { EntrySummary } from '#shared/outbox/entry.ts'
import { needsOfficer } from '#shared/outbox/predicates.ts'

/** Someone has to do something about it: decide, correct, or call the insurer about a surplus row. */
export function needsYou({ kind, state, duplicateClaimIds }: EntrySummary): boolean {
  return needsOfficer(kind, state) || duplicateClaimIds.length > 0
}
