import type { EntrySummary } from '#shared/outbox/entry.ts'
import { needsDecision } from '#shared/outbox/predicates.ts'

/**
 * Whether someone must decide about the entry, or call the insurer about a duplicate claim. What the insurer turned down
 * is not included: it counts as to correct (`stores/to-correct.ts`), even as a draft.
 */
export function needsYou({ kind, state, candidates, duplicateClaimIds }: EntrySummary): boolean {
  return needsDecision(kind, state, { candidates, duplicates: duplicateClaimIds.length })
}
