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
  #newest = new Map<string, { readonly claim: PostedClaim; readonly id: number }>()

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
    this.#newest = new Map()
  }

  /** @returns the answer to the POST (spec: create response). */
  add(claim: PostedClaim): string {
    const id = this.#madeUp + this.#rows.length + 1
    this.#rows.push(JSON.stringify(rowOf(claim, id)))
    this.#newest.set(claim.policy_number, { claim, id })
    const data = { keke_policy_id: id, ...claim, status: '0', created_at: createdAt, updated_at: createdAt }
    return JSON.stringify({ success: true, response_message: 'Claim created', response_code: 200, data })
  }

  /** The answer of endpoints 2 and 5 (spec: claim detail). */
  detailsText(policyNumber: string): string {
    const newest = this.#newest.get(policyNumber)
    if (newest === undefined)
      return '{"success":false,"response_message":"No claim","response_code":404,"data":null}'
    const { claim, id } = newest
    const data = { ...rowOf(claim, id), ...detailParts(id, claim.policy_number) }
    return JSON.stringify({ success: true, response_message: 'Claim', response_code: 200, data })
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

/** What the details hold beside the claim, as long as the spec's. */
function detailParts(id: number, policyNumber: string): object {
  const at = { created_at: createdAt, updated_at: createdAt }
  const person = {
    email: `holder-${id}@insured.example`,
    phone_no: '08000000000',
    address: '1 Test Street, Yaba',
  }
  const unset = Object.fromEntries(
    [
      'middle_name',
      'password',
      'policy_no',
      'merchant_user_id',
      'principal_policy_no',
      'nin_number',
      'id_url',
    ]
      .concat([
        'id_type',
        'profile_url',
        'company_id',
        'town',
        'state_of_residence',
        'transaction_pin',
        'occupation',
      ])
      .map((name) => [name, null]),
  )
  return {
    user: {
      ...{ first_name: 'Ada', surname: 'Example', ...person, gender: 'F', date_of_birth: '1990-01-01' },
      ...{
        have_beneficiaries: false,
        enable: true,
        next_of_kin_full_name: 'Obi Example',
        user_type: 'customer',
      },
      ...{ ...unset, verify_phone: 0, verify_email: 0, ...at },
    },
    merchant: {
      ...{
        id: 1,
        company_name: 'Test Merchant',
        ...person,
        category_id: 1,
        secret_key: 'bench-key',
        enable: true,
      },
      ...{
        username: 'merchant',
        merchant_type: 'insurance',
        transaction_pin: null,
        verify_email: 1,
        verify_phone: 1,
      },
      ...{ allow_negative_balance: 0, charge_own_wallet: 0, ...at },
    },
    keke_policy: {
      ...{
        id,
        variant_type: 'standard',
        product_id: 7,
        amount_insured: 500_000,
        policy_number: policyNumber,
      },
      ...{ nok_surname: 'Example', nok_othernames: 'Obi', nok_relationship: 'brother', nok_gender: 'M' },
      ...{ nok_phone_no: '08000000000', nok_email: 'kin@insured.example', start_date: '2026-01-01' },
      ...{ end_date: '2026-12-31', status: 1, ...at },
    },
  }
}
