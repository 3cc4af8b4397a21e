import type { Claim } from './claim.ts'
import { draftName } from './draft-words.ts'
import type { Say } from './say.ts'

/** What a claim of ours is called: its policy number, or what else is known of a draft; of a request its pharmacy. */
export function nameOf(claim: Exclude<Claim, { type: 'listed' }>, say: Say): string {
  if (claim.type === 'draft') return draftName(claim.draft, say)
  return claim.entry.pharmacyName ?? claim.entry.policyNumber
}
