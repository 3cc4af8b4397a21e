import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { customerWords } from '#shared/domain/customer.ts'
import { fold, searchedPolicy } from '#shared/language/fold.ts'
import { canBePolicyNumber, policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { holderName } from '#shared/domain/received-claim.ts'
import { toldDay } from '#shared/language/format.ts'
import type { ClaimMatches } from '#renderer/commands/claims-found.ts'
import { hasEvery, shownOfGroup } from '#renderer/commands/found.ts'
import { listed, say } from '#renderer/i18n/index.ts'

/** A customer of whom a claim is known here. */
export interface KnownCustomer {
  readonly policyNumber: PolicyNumber
  /** '' where nobody typed it, and it was not kept. */
  readonly name: string
  /** The policy's product, and the day of its last claim. */
  readonly detail: string
}

function customerText({ policyNumber, customer: name, claim }: ClaimRow): string {
  const phone = claim.type === 'own' ? (claim.entry.customer?.phone ?? '') : ''
  return [searchedPolicy(policyNumber), ...customerWords({ name, phone })].join(' ')
}

/** The customers of the claims that were found by name, phone or number, each policy once, that of the last claim first. */
export function customersOf({ asked, rows, kept }: ClaimMatches): readonly KnownCustomer[] {
  const words = asked.split(' ')
  // A place or a word of what happened is no way to a customer.
  const claims = rows
    .filter((row) => hasEvery(fold(customerText(row)), words))
    .map(({ policyNumber, customer: name, product, occurrenceDate }) => ({
      policyNumber: policyNumberOf(policyNumber),
      name,
      detail: listed(say(`kinds.${product}`), toldDay(occurrenceDate)),
    }))
  const withCustomer = kept.map(({ policyNumber, product, detail: { holder } }) => ({
    policyNumber: policyNumberOf(policyNumber),
    name: holderName(holder),
    detail: say(`kinds.${product}`),
  }))
  const known = new Map<PolicyNumber, KnownCustomer>()
  for (const { policyNumber, name, detail } of [...claims, ...withCustomer]) {
    if (!canBePolicyNumber(policyNumber)) continue
    const last = known.get(policyNumber) ?? { policyNumber, name, detail }
    known.set(policyNumber, last.name === '' ? { ...last, name } : last)
  }
  return [...known.values()].slice(0, shownOfGroup)
}
