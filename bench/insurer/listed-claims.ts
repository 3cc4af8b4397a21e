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

/** A product's claims as its list shows them. Those that are made up are spelled out while they are sent. */
export class ListedClaims {
  readonly #madeUpText: (id: number) => string
  #madeUp = 0
  #rows: string[] = []

  constructor(product: Product) {
    const parts = JSON.stringify(rowOf(madeUp(product), idMark))
      .replaceAll(`"${idMark}"`, idMark)
      .split(idMark)
    this.#madeUpText = (id) => parts.join(String(id))
  }

  /** Forgets everything and makes up new claims. */
  begin(rows: number): void {
    this.#madeUp = rows
    this.#rows = []
  }

  /** @returns the answer to the POST (spec: create response). */
  add(claim: PostedClaim): string {
    const id = this.#madeUp + this.#rows.length + 1
    this.#rows.push(JSON.stringify(rowOf(claim, id)))
    const data = { keke_policy_id: id, ...claim, status: '0', created_at: createdAt, updated_at: createdAt }
    return JSON.stringify({ success: true, response_message: 'Claim created', response_code: 200, data })
  }

  /** The answer of endpoints 3 and 6, in pieces. */
  *listPieces(): Generator<string> {
    yield '{"success":true,"response_message":"Claims","response_code":200,"data":['
    let next = 1
    while (next <= this.#madeUp) {
      let piece = ''
      const end = Math.min(next + rowsInPiece, this.#madeUp + 1)
      for (; next < end; next += 1) piece += `${next === 1 ? '' : ','}${this.#madeUpText(next)}`
      yield piece
    }
    if (this.#rows.length > 0) yield `${this.#madeUp === 0 ? '' : ','}${this.#rows.join(',')}`
    yield ']}'
  }
}

const rowsInPiece = 100
const idMark = '~id~'

function rowOf(claim: PostedClaim, id: number | string): object {
  return {
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
}

function madeUp(product: Product): PostedClaim {
  return {
    means_of_claimant_identification: `NIN-LIST-${idMark}`,
    date_of_occurance: '2026-10-02',
    address_of_occurance: `${idMark} Test Street, Yaba`,
    details_of_incidence: `Hit a kerb at low speed, for the ${idMark}th time.`,
    policy_number: `${product === 'keke' ? 'KKP' : 'OKP'}/2026/LA/${idMark}`,
    picture_of_incident: 'https://files.example/picture.jpg',
    medical_report: 'https://files.example/report.pdf',
    death_certificate: 'https://files.example/certificate.pdf',
    original_policy_certificate: 'https://files.example/policy.pdf',
    estimate_of_repair: 45_000,
  }
}
