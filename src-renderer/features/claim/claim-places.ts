import type { RouteLocationRaw } from 'vue-router'
import type { Claim } from '#shared/claim/claim.ts'

/** The page of a claim, or of a pharmacy request. */
export function placeOf(claim: Exclude<Claim, { type: 'listed' }>): RouteLocationRaw {
  if (claim.type === 'draft') return { name: 'claim', params: { claimKey: claim.draft.id } }
  const { id, kind } = claim.entry
  return kind === 'claim' ? { name: 'claim', params: { claimKey: id } } : { name: 'request', params: { id } }
}
