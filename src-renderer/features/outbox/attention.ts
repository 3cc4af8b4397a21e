import type { EntrySummary } from '#shared/outbox/entry.ts'
import { hasLostFile } from '#shared/outbox/entry-files.ts'
import { needsDecision } from '#shared/outbox/predicates.ts'

/**
 * Whether someone must decide about the entry, call the insurer about a duplicate claim, or add a lost file again. What the insurer turned down
 * is not included: it counts as to correct (`stores/to-correct.ts`), even as a draft.
 */
export function needsYou(entry: EntrySummary): boolean {
  const { kind, state, candidates, duplicateClaimIds } = entry
  return (
    needsDecision(kind, state, { candidates, duplicates: duplicateClaimIds.length }) || hasLostFile(entry)
  )
}
