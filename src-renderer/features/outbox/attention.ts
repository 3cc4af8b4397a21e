import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isRejected, needsOfficer } from '#shared/outbox/predicates.ts'

/**
 * Whether someone must decide about the entry, or call the insurer about a duplicate claim. Rejected claims are not
 * included: they count as to correct (`stores/to-correct.ts`), even as drafts.
 */
export function needsYou({ kind, state, duplicateClaimIds }: EntrySummary): boolean {
  return (needsOfficer(kind, state) && !isRejected(state)) || duplicateClaimIds.length > 0
}
