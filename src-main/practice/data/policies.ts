import type { Product } from '#shared/domain/product.ts'
import { timestamp } from '../timestamp.ts'
import { firstNames, occupations, relationships, surnames } from './names.ts'
import { streetIn } from './pharmacies.ts'
import { seededRandom, type SeededRandom } from './random.ts'
import { states, type NigerianState } from './states.ts'

/** A made-up customer's policy of one product. */
export type Policy = ReturnType<typeof makePolicy>

export const defaultSeed = 20_240_401
const policiesPerProduct = 160

/** Policies from this position on may have claims already; those before it have none, so that tests can count. */
export const firstPolicyWithClaims = 60

const prefixes: Readonly<Record<Product, string>> = { keke: 'KKP', okada: 'OKP' }
export const productIds: Readonly<Record<Product, number>> = { keke: 7, okada: 8 }
const seeds: Readonly<Record<Product, number>> = { keke: 0x6b656b65, okada: 0x6f6b6164 }
const dayMs = 24 * 3600 * 1000

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
// 0800 000 is not assigned, so that no real number is called by mistake.
const phone = (random: SeededRandom): string => `0800000${random.digits(4)}`

/** Spec: Claim detail, `user`. */
function makeUser(policyNumber: string, state: NigerianState, createdAt: string, random: SeededRandom) {
  const town = random.pick(state.lgas)
  const kin = `${random.pick(firstNames[state.region])} ${random.pick(surnames[state.region])}`
  return {
    first_name: random.pick(firstNames[state.region]),
    middle_name: random.oneIn(2) ? random.pick(firstNames[state.region]) : null,
    surname: random.pick(surnames[state.region]),
    phone_no: phone(random),
    email: random.oneIn(4) ? null : `customer${random.digits(5)}@example.com`,
    address: streetIn(state.region, town, random),
    gender: random.pick(['Male', 'Female']),
    date_of_birth: dateOf(Date.UTC(random.integer(1958, 2003), random.integer(0, 11), random.integer(1, 28))),
    password: null,
    policy_no: policyNumber,
    have_beneficiaries: random.oneIn(5),
    enable: true,
    next_of_kin_full_name: kin,
    merchant_user_id: null,
    user_type: 'principal',
    created_at: createdAt,
    updated_at: createdAt,
    principal_policy_no: null,
    // Eleven digits like a real one, with a beginning that marks it as made up.
    nin_number: `00000${random.digits(6)}`,
    id_url: `https://files.example.com/id/${random.digits(6)}.jpg`,
    id_type: random.pick(['National ID', "Voter's card", "Driver's licence"]),
    profile_url: null,
    company_id: null,
    verify_phone: random.oneIn(2) ? 1 : 0,
    verify_email: random.oneIn(2) ? 1 : 0,
    town,
    state_of_residence: state.name,
    transaction_pin: null,
    occupation: random.pick(occupations),
  }
}

function makePolicy(product: Product, index: number, random: SeededRandom) {
  const state = random.pick(states)
  // Before the first claim, so that no claim is older than its policy.
  const startMs = Date.UTC(2023, 5, 1) + random.integer(0, 550) * dayMs
  const number = `${prefixes[product]}/${dateOf(startMs).slice(0, 4)}/${state.code}/${String(1000 + index * 61 + random.integer(0, 60)).padStart(6, '0')}`
  const createdAt = timestamp(new Date(startMs + random.integer(0, 86_399) * 1000))
  const gender = random.pick(['Male', 'Female'])
  return {
    userId: productIds[product] * 1000 + index,
    productId: productIds[product],
    user: makeUser(number, state, createdAt, random),
    // Spec: Claim detail, `keke_policy`; the okada answer carries one too.
    record: {
      id: index + 1,
      variant_type: random.pick(['Basic', 'Standard', 'Premium']),
      product_id: productIds[product],
      amount_insured: random.pick([250_000, 500_000, 750_000, 1_000_000]),
      policy_number: number,
      nok_surname: random.pick(surnames[state.region]),
      nok_othernames: random.pick(firstNames[state.region]),
      nok_relationship: random.pick(relationships),
      nok_gender: gender,
      nok_phone_no: phone(random),
      nok_email: `kin${random.digits(5)}@example.com`,
      start_date: dateOf(startMs),
      end_date: dateOf(startMs + 364 * dayMs),
      status: 1,
      created_at: createdAt,
      updated_at: createdAt,
    },
  }
}

/** The made-up policies of a product, the same for the same seed. */
export function generatePolicies(product: Product, seed: number): readonly Policy[] {
  const random = seededRandom(seed ^ seeds[product])
  return Array.from({ length: policiesPerProduct }, (_, index) => makePolicy(product, index, random))
}
