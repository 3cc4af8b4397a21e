import type { DraftClaim, OwnClaim } from '#shared/claim/claim.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** Whether a phone may be known: that is certain only once main was asked. */
export function mayHavePhone(claim: DraftClaim | OwnClaim): boolean {
  if (claim.type === 'draft') return (claim.draft.customer?.phone ?? '') !== ''
  const { kind, customer, holder } = claim.entry
  return kind === 'claim' && ((customer?.phone ?? '') !== '' || holder !== undefined)
}

/** The customer's phone as it was typed, else as details of the policy that are kept here have it; '' for none. */
export async function phoneOf(claim: DraftClaim | OwnClaim): Promise<string> {
  if (claim.type === 'draft') return inGroups(claim.draft.customer?.phone ?? '')
  const { customer, product, policyNumber } = claim.entry
  if (customer !== undefined && customer.phone !== '') return inGroups(customer.phone)
  if (product === null) return ''
  const kept = await askMain('details:find', { product, policyNumber })
  return inGroups((kept.ok ? kept.value?.detail.holder?.phone : null) ?? '')
}

/** A phone as it is read out: digits without a gap get two. */
function inGroups(phone: string): string {
  return phone
    .trim()
    .replace(/^(\+234|0)(\d{3})(\d{3})(\d{4})$/, (_all, ...[start, a, b, c]: string[]) =>
      start === '0' ? `0${a} ${b} ${c}` : `${start} ${a} ${b} ${c}`,
    )
}
