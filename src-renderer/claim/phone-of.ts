import type { DraftClaim, OwnClaim } from '#shared/claim/claim.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { t } from '#renderer/i18n/index.ts'
import { announce } from '#renderer/ui/announcer.ts'

/** Whether a phone may be known: that is certain only once main was asked. */
export function mayHavePhone(claim: DraftClaim | OwnClaim): boolean {
  if (claim.type === 'draft') return (claim.draft.customer?.phone ?? '') !== ''
  const { kind, customer, holder } = claim.entry
  return kind === 'claim' && ((customer?.phone ?? '') !== '' || holder !== undefined)
}

/** The customer's phone as it is shown, or that none is known; a screen reader hears it. */
export async function sayPhone(claim: DraftClaim | OwnClaim): Promise<string> {
  const phone = inGroups(await phoneOf(claim)) || t('home.no-phone')
  await announce(phone)
  return phone
}

/** As it was typed, else as details of the policy that are kept here have it; '' for none. */
async function phoneOf(claim: DraftClaim | OwnClaim): Promise<string> {
  if (claim.type === 'draft') return claim.draft.customer?.phone ?? ''
  const { customer, product, policyNumber } = claim.entry
  if (customer !== undefined && customer.phone !== '') return customer.phone
  if (product === null) return ''
  const kept = await askMain('details:find', { product, policyNumber })
  return (kept.ok ? kept.value?.detail.holder?.phone : null) ?? ''
}

/** A phone as it is read out: digits without a gap get two. */
function inGroups(phone: string): string {
  return phone
    .trim()
    .replace(/^(0\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
    .replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')
}
