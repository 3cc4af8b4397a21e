import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isRejected, needsOfficer } from '#shared/outbox/predicates.ts'

/**
 * Whether someone must decide about the entry, or call the insurer about a duplicate claim. What the insurer turned down
 * is not included: it counts as to correct (`stores/to-correct.ts`), even as a draft.
 */
export function needsYou({ kind, state, candidates, duplicateClaimIds }: EntrySummary): boolean {
  return (needsOfficer(kind, state, candidates) && !isRejected(state)) || duplicateClaimIds.length > 0
}
