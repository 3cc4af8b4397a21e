import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { TableRow } from './table-rows.ts'

/**
 * So many policies of each product make a rule of what their numbers begin with: where that had nothing to do with the
 * product, five and five would be parted by it once in 252.
 */
const enoughPolicies = 5

/**
 * The products that a policy is known to be of: those of its claims, or else the one of all policies known here whose
 * numbers begin with the same letters, where enough of the others begin otherwise. None where that is unknown. What is only
 * typed, and what was taken out, proves nothing.
 */
export function productsOf(policy: PolicyNumber, rows: readonly TableRow[]): readonly Product[] {
  const prefix = prefixOf(policy)
  const own = new Set<Product>()
  const alike = { keke: new Set<PolicyNumber>(), okada: new Set<PolicyNumber>() }
  const others = { keke: new Set<PolicyNumber>(), okada: new Set<PolicyNumber>() }
  for (const { product, policy: known, draft, group } of rows) {
    if (draft !== null || group === null) continue
    if (known === policy) own.add(product)
    const seen = (prefixOf(known) === prefix ? alike : others)[product]
    if (seen.size < enoughPolicies) seen.add(known)
  }
  if (own.size > 0) return [...own]
  if (prefix === '') return []
  return products.filter((product) =>
    products.every((one) =>
      one === product
        ? alike[one].size === enoughPolicies
        : alike[one].size === 0 && others[one].size === enoughPolicies,
    ),
  )
}

/** The letters before the first figure, slash or other sign; '' where there are none, or nothing else. */
function prefixOf(policy: PolicyNumber): string {
  return /^\p{L}+(?=\P{L})/u.exec(policy)?.[0] ?? ''
}
