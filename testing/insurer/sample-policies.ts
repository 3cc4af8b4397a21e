import { defaultSeed, firstPolicyWithClaims, generatePolicies } from '#main/practice/data/policies.ts'
import type { Product } from '#shared/domain/product.ts'

/** Policy numbers that practice knows and that have no claim yet. */
export function samplePolicies(product: Product, seed: number = defaultSeed): readonly string[] {
  return generatePolicies(product, seed)
    .slice(0, firstPolicyWithClaims)
    .map((policy) => policy.record.policy_number)
}
