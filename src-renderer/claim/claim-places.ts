import type { RouteLocationRaw } from 'vue-router'
import type { Claim } from '#shared/claim/claim.ts'
import { draftName } from '#shared/claim/draft-words.ts'
import type { Say } from '#shared/claim/say.ts'
import { customerName } from '#shared/domain/customer.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** The page of a claim, or of a pharmacy request. */
export function claimPlaceOf(claim: Exclude<Claim, { type: 'listed' }>): RouteLocationRaw {
  if (claim.type === 'draft') return { name: 'claim', params: { claimKey: claim.draft.id } }
  const { id, kind } = claim.entry
  return kind === 'claim' ? { name: 'claim', params: { claimKey: id } } : { name: 'request', params: { id } }
}

/** The customer of a claim of ours, or of a request's policy, as lists show it; '' where that is not known. */
export function customerOf(claim: Exclude<Claim, { type: 'listed' }>): string {
  if (claim.type === 'draft') return customerName(claim.draft.customer)
  const { kind, customer, holder, policyNumber } = claim.entry
  const typed = kind === 'claim' ? customer : useOutbox().customers.get(policyNumberOf(policyNumber))
  return customerName(typed, holder)
}

/** What a claim of ours is called: its policy number, or what else is known of a draft; of a request its pharmacy. */
export function nameOf(claim: Exclude<Claim, { type: 'listed' }>, say: Say): string {
  if (claim.type === 'draft') return draftName(claim.draft, say)
  return claim.entry.pharmacyName ?? claim.entry.policyNumber
}
