import { defaultSeed, firstPolicyWithClaims, generatePolicies } from '#main/practice/data/policies.ts'
import type { Product } from '#shared/domain/product.ts'

/** Policy numbers that practice knows and that have no claim yet. */
export function samplePolicies(product: Product): readonly string[] {
  return generatePolicies(product, defaultSeed)
    .slice(0, firstPolicyWithClaims)
    .map((policy) => policy.record.policy_number)
}
