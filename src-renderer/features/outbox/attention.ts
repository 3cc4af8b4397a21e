import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isRejected, needsOfficer } from '#shared/outbox/predicates.ts'

/**
 * Someone has to decide about it, or call the insurer about a surplus row. What was turned down is not among these: it
 * is counted as to correct (`stores/to-correct.ts`), also when it is a draft again.
 */
export function needsYou({ kind, state, duplicateClaimIds }: EntrySummary): boolean {
  return (needsOfficer(kind, state) && !isRejected(state)) || duplicateClaimIds.length > 0
}
