import * as v from 'valibot'
import { envelope, listItem, practiceMerchant } from '#main/practice/claim-endpoints.ts'
import { defaultSeed, generatePolicies } from '#main/practice/data/policies.ts'
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
  readonly #product: Product
  readonly #policy
  readonly #madeUpText: (id: number) => string
  #madeUp = 0
  #rows: string[] = []
  #newest = new Map<string, { readonly claim: PostedClaim; readonly id: number }>()

  constructor(product: Product) {
    this.#product = product
    this.#policy = generatePolicies(product, defaultSeed)[0]
    const parts = JSON.stringify(this.#row(madeUp(product), idMark)).split(String(idMark))
    this.#madeUpText = (id) => parts.join(String(id))
  }

  #row(claim: PostedClaim, id: number) {
    const [created_at, updated_at] = [createdAt, createdAt]
    const ids = { id, user_id: id, keke_policy_id: id }
    return listItem({
      product: this.#product,
      ...claim,
      ...ids,
      status: '0',
      deleted_at: null,
      created_at,
      updated_at,
    })
  }

  /** Forgets everything and makes up new claims. */
  begin(rows: number): void {
    this.#madeUp = rows
    this.#rows = []
    this.#newest = new Map()
  }

  /** @returns the answer to the POST (spec: create response). */
  add(claim: PostedClaim): string {
    const id = this.#madeUp + this.#rows.length + 1
    this.#rows.push(JSON.stringify(this.#row(claim, id)))
    this.#newest.set(claim.policy_number, { claim, id })
    const data = { keke_policy_id: id, ...claim, status: '0', created_at: createdAt, updated_at: createdAt }
    return JSON.stringify(envelope('Claim created', data))
  }

  /** The answer of endpoints 2 and 5 (spec: claim detail). */
  detailsText(policyNumber: string): string {
    const newest = this.#newest.get(policyNumber)
    if (newest === undefined)
      return '{"success":false,"response_message":"No claim","response_code":404,"data":null}'
    const { claim, id } = newest
    const { user, record } = this.#policy ?? {}
    const parts = {
      user,
      merchant: practiceMerchant,
      keke_policy: { ...record, policy_number: policyNumber },
    }
    return JSON.stringify(envelope('Claim', { ...this.#row(claim, id), ...parts }))
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
/** No text of a claim has it. */
const idMark = 987_654_321

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
