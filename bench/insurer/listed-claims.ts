import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'

/** The ten fields of a claim as they are sent (spec: endpoint 1). */
export const PostedClaim = v.object({
  means_of_claimant_identification: v.string(),
  date_of_occurance: v.string(),
  address_of_occurance: v.string(),
  details_of_incidence: v.string(),
  policy_number: v.string(),
  picture_of_incident: v.string(),
  medical_report: v.string(),
  death_certificate: v.string(),
  original_policy_certificate: v.string(),
  estimate_of_repair: v.number(),
})
type PostedClaim = v.InferOutput<typeof PostedClaim>

const createdAt = '2026-11-02T09:00:00.000000Z'

/** A product's claims as its list shows them, each row spelled out once. */
export class ListedClaims {
  readonly #product: Product
  #rows: string[] = []

  constructor(product: Product) {
    this.#product = product
  }

  /** Forgets everything and makes up new claims. */
  begin(rows: number): void {
    this.#rows = []
    for (let n = 0; n < rows; n += 1) this.add(madeUp(this.#product, n))
  }

  /** @returns the answer to the POST (spec: create response). */
  add(claim: PostedClaim): string {
    const id = this.#rows.length + 1
    const row = {
      ...claim,
      estimate_of_repair: String(claim.estimate_of_repair),
      id,
      user_id: id,
      merchant_id: 1,
      keke_policy_id: id,
      product_id: 7,
      status: '0',
      deleted_at: null,
      created_at: createdAt,
      updated_at: createdAt,
      keke_policy: { id, policy_number: claim.policy_number },
    }
    this.#rows.push(JSON.stringify(row))
    const data = { keke_policy_id: id, ...claim, status: '0', created_at: createdAt, updated_at: createdAt }
    return JSON.stringify({ success: true, response_message: 'Claim created', response_code: 200, data })
  }

  listText(): string {
    return `{"success":true,"response_message":"Claims","response_code":200,"data":[${this.#rows.join(',')}]}`
  }
}

function madeUp(product: Product, n: number): PostedClaim {
  return {
    means_of_claimant_identification: `NIN-LIST-${n}`,
    date_of_occurance: '2026-10-02',
    address_of_occurance: `${n} Test Street, Yaba`,
    details_of_incidence: `Hit a kerb at low speed, for the ${n}th time. [Ref LIST-${n}]`,
    policy_number: `${product === 'keke' ? 'KKP' : 'OKP'}/2026/LA/${String(n).padStart(6, '0')}`,
    picture_of_incident: 'https://files.example/picture.jpg',
    medical_report: 'https://files.example/report.pdf',
    death_certificate: 'https://files.example/certificate.pdf',
    original_policy_certificate: 'https://files.example/policy.pdf',
    estimate_of_repair: 45_000 + n,
  }
}
