import type { Product } from '#shared/domain/product.ts'
import { timestamp } from '../timestamp.ts'
import type { PracticeClaim } from '../wire.ts'
import { incidents } from './names.ts'
import { streetIn } from './pharmacies.ts'
import { firstPolicyWithClaims, type Policy } from './policies.ts'
import { seededRandom, type SeededRandom } from './random.ts'
import { states } from './states.ts'

const claimsPerProduct: Readonly<Record<Product, number>> = { keke: 48, okada: 36 }
const statuses = ['0', '1', '2', '3'] as const
const hourMs = 3600 * 1000

function uploadLink(kind: string, random: SeededRandom): string {
  return `https://files.example.com/${kind}/${random.digits(8)}.jpg`
}

function makeClaim(product: Product, index: number, policy: Policy, random: SeededRandom): PracticeClaim {
  // One after another, so that a higher id is a later claim.
  const createdMs = Date.UTC(2025, 0, 6, 8) + index * 100 * hourMs + random.integer(0, 90 * 3600) * 1000
  const createdAt = timestamp(new Date(createdMs))
  const status = statuses[index % statuses.length] ?? '0'
  const state = random.pick(states)
  return {
    product,
    id: index + 1,
    user_id: policy.userId,
    keke_policy_id: policy.record.id,
    policy_number: policy.record.policy_number,
    means_of_claimant_identification: `NIN 00000${random.digits(6)}`,
    date_of_occurance: new Date(createdMs - random.integer(24, 240) * hourMs).toISOString().slice(0, 10),
    address_of_occurance: streetIn(state.region, random.pick(state.lgas), random),
    details_of_incidence: random.pick(incidents),
    picture_of_incident: uploadLink('picture', random),
    medical_report: uploadLink('medical', random),
    death_certificate: uploadLink('certificate', random),
    original_policy_certificate: uploadLink('policy', random),
    estimate_of_repair: random.integer(30, 3600) * 250 + (random.oneIn(6) ? 0.5 : 0),
    status,
    deleted_at: random.oneIn(15) ? timestamp(new Date(createdMs + 72 * hourMs)) : null,
    created_at: createdAt,
    updated_at: status === '0' ? createdAt : timestamp(new Date(createdMs + random.integer(1, 400) * hourMs)),
  }
}

/** Claims that were there before anyone practised, oldest first. */
export function generateClaims(
  product: Product,
  seed: number,
  policies: readonly Policy[],
): readonly PracticeClaim[] {
  const random = seededRandom(seed ^ (product === 'keke' ? 0x636b6b65 : 0x636f6b61))
  const withClaims = policies.slice(firstPolicyWithClaims)
  return Array.from({ length: claimsPerProduct[product] }, (_, index) =>
    makeClaim(product, index, random.pick(withClaims), random),
  )
}
