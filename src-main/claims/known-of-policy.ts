import type { KnownOfPolicy } from '#shared/domain/claim-list.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { TableRow } from './table-rows.ts'

/**
 * So many policies of each product make a rule of what their numbers begin with: where that had nothing to do with the
 * product, five and five would be parted by it once in 252.
 */
const enoughPolicies = 5

/** One policy in so many may be written otherwise, and what the others have still counts. */
const mostAlike = 20

/** What the claims here tell of a policy. What is only typed, and what was taken out, proves nothing. */
export function knownOf(policy: PolicyNumber, rows: readonly TableRow[]): KnownOfPolicy {
  const claims = rows.filter(({ draft, group }) => draft === null && group !== null)
  // How a number is written, only one that the insurer knows tells.
  const received = claims.filter(({ group }) => group === 'received')
  return { products: productsOf(policy, claims), meant: meantBy(policy, received) }
}

/**
 * The policy with figures in place of letters like them; null where it has none, where it is known as it is, or where
 * figures are not all that stands there in nearly all of enough policies known here of the same beginning.
 */
function meantBy(policy: PolicyNumber, claims: readonly TableRow[]): PolicyNumber | null {
  const meant = policyNumberOf(policy.replace(/[\p{L}\p{N}]+/gu, inFigures))
  if (meant === policy) return null
  const [segments, figures] = [segmentsOf(policy), segmentsOf(meant)]
  const changed = segments.flatMap((segment, place) => (segment === figures[place] ? [] : [place]))
  const [alike, others] = [new Set<PolicyNumber>(), new Set<PolicyNumber>()]
  for (const { policy: known } of claims) {
    if (known === policy) return null
    const parts = segmentsOf(known)
    if (parts.length !== segments.length || prefixOf(known) !== prefixOf(policy)) continue
    const areFigures = changed.every((place) => /^\d+$/.test(parts[place] ?? ''))
    const group = areFigures ? alike : others
    group.add(known)
  }
  return alike.size >= enoughPolicies && alike.size >= mostAlike * others.size ? meant : null
}

const segmentsOf = (policy: PolicyNumber): readonly string[] => policy.split(/[^\p{L}\p{N}]+/u)
/** O, I and L among figures as the figures that they look like. */
const inFigures = (segment: string): string =>
  /^[OIL\d]*\d[OIL\d]*$/.test(segment) ? segment.replace(/O/g, '0').replace(/[IL]/g, '1') : segment

/**
 * The products that a policy is known to be of: those of its claims, or else the one of all policies known here whose
 * numbers begin with the same letters, where enough of the others begin otherwise. None where that is unknown.
 */
function productsOf(policy: PolicyNumber, claims: readonly TableRow[]): readonly Product[] {
  const prefix = prefixOf(policy)
  const own = new Set<Product>()
  const alike = { keke: new Set<PolicyNumber>(), okada: new Set<PolicyNumber>() }
  const others = { keke: new Set<PolicyNumber>(), okada: new Set<PolicyNumber>() }
  for (const { product, policy: known } of claims) {
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
