import type { Product } from '#shared/domain/product.ts'
import { generateClaims } from './data/claims.ts'
import { generatePharmacies } from './data/pharmacies.ts'
import { generatePolicies, type Policy } from './data/policies.ts'
import type { PracticeStore } from './practice-store.ts'
import { timestamp } from './timestamp.ts'
import type { ClaimFields, PracticeClaim, PharmacyRow } from './wire.ts'

interface ProductData {
  readonly policies: ReadonlyMap<string, Policy>
  readonly generatedClaims: readonly PracticeClaim[]
}

function productData(product: Product, seed: number): ProductData {
  const policies = generatePolicies(product, seed)
  return {
    policies: new Map(policies.map((policy) => [policy.record.policy_number, policy])),
    generatedClaims: generateClaims(product, seed, policies),
  }
}

/** Everything the practice server answers from: what is generated from the seed, and what was created since. */
export class PracticeData {
  readonly #made: { readonly seed: number; readonly pharmacyCount: number }
  #pharmacies: readonly PharmacyRow[] | null = null
  readonly #products = new Map<Product, ProductData>()
  readonly #store: PracticeStore
  readonly #decide: (row: PracticeClaim) => PracticeClaim

  constructor(options: {
    readonly seed: number
    readonly pharmacyCount: number
    readonly store: PracticeStore
    /** What has become of a claim that was created; by default it stays as it was. */
    readonly decide?: (row: PracticeClaim) => PracticeClaim
  }) {
    this.#made = options
    this.#store = options.store
    this.#decide = options.decide ?? ((row) => row)
  }

  get pharmacies(): readonly PharmacyRow[] {
    return this.#allPharmacies()
  }

  policy(product: Product, policyNumber: string): Policy | null {
    return this.#of(product).policies.get(policyNumber) ?? null
  }

  policyOfAnyProduct(policyNumber: string): Policy | null {
    return this.policy('keke', policyNumber) ?? this.policy('okada', policyNumber)
  }

  pharmacy(id: number): PharmacyRow | null {
    return this.#allPharmacies()[id - 1] ?? null
  }

  /** Made only for someone who asks, as are the pharmacies: most starts do not. */
  #of(product: Product): ProductData {
    const made = this.#products.get(product) ?? productData(product, this.#made.seed)
    this.#products.set(product, made)
    return made
  }

  #allPharmacies(): readonly PharmacyRow[] {
    return (this.#pharmacies ??= generatePharmacies(this.#made.seed, this.#made.pharmacyCount))
  }

  /** All claims of a product, oldest first: the order of lists is not shown in the spec. */
  claims(product: Product): readonly PracticeClaim[] {
    const created = this.#store.claims(product).map((row) => this.#decide(row))
    return [...this.#of(product).generatedClaims, ...created]
  }

  /** The claims of one policy, oldest first. */
  claimsOf(product: Product, policyNumber: string): readonly PracticeClaim[] {
    return this.claims(product).filter((claim) => claim.policy_number === policyNumber)
  }

  /** Commits a claim. @throws when the disk refuses. */
  addClaim(product: Product, policy: Policy, fields: ClaimFields, at: Date): void {
    const { userId: user_id, record } = policy
    this.#store.addClaim(
      { product, user_id, policy_id: record.id, fields, created_at: timestamp(at) },
      this.#of(product).generatedClaims.at(-1)?.id ?? 0,
    )
  }

  /** Commits a pharmacy request. @throws when the disk refuses. */
  addPharmacyRequest(pharmacyId: number, policyNumber: string, at: Date): void {
    this.#store.addPharmacyRequest({
      pharmacy_id: pharmacyId,
      policy_no: policyNumber,
      created_at: timestamp(at),
    })
  }
}
