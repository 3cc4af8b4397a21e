import type { Context } from 'hono'
import type { Product } from '#shared/domain/product.ts'
import { readBody, refusal, type Backroom, type PracticeEnv } from './answers.ts'
import { ClaimDetailsSchema, ClaimFieldsSchema } from './claim-fields.ts'
import { productIds } from './data/policies.ts'
import { timestamp } from './timestamp.ts'
import type { ClaimFields, PracticeClaim } from './wire.ts'

type Handler = (c: Context<PracticeEnv>) => Response | Promise<Response>

const unknownPolicy = (product: Product): string => `No ${product} pass policy has this number.`

export function envelope(message: string, data: unknown) {
  return { success: true, response_message: message, response_code: 200, data }
}

/** Lists and details write the amount as text, the create response as a number (spec). */
const amountText = (amount: number): string => amount.toFixed(2)

/** Spec: Claim (create response). */
function createdClaim(policyId: number, fields: ClaimFields, createdAt: string) {
  return {
    keke_policy_id: policyId,
    ...fields,
    status: '0',
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** The fields that lists and details share. */
function shownClaim({ product: _product, id: _id, user_id: _userId, ...row }: PracticeClaim) {
  return { ...row, estimate_of_repair: amountText(row.estimate_of_repair) }
}

/** Spec: Claim list item. */
export function listItem(row: PracticeClaim) {
  return {
    id: row.id,
    user_id: row.user_id,
    merchant_id: merchantId,
    product_id: productIds[row.product],
    ...shownClaim(row),
    keke_policy: { id: row.keke_policy_id, policy_number: row.policy_number },
  }
}

/** Endpoints 1 and 4. */
export function createClaim(product: Product, backroom: Backroom): Handler {
  return async (c) => {
    const body = await readBody(c, ClaimFieldsSchema)
    if (!body.ok) return body.response
    const fields = body.value
    const policy = backroom.data.policy(product, fields.policy_number)
    if (policy === null) {
      return refusal(c, 422, 'The given data was invalid.', { policy_number: [unknownPolicy(product)] })
    }
    const at = backroom.now()
    backroom.data.addClaim(product, policy, fields, at)
    const data = createdClaim(policy.record.id, fields, timestamp(at))
    return c.json(envelope('Claim initiated successfully', data))
  }
}

/** The newest claim that stands; of a policy whose claims were all taken back, the last. */
function shownOf(claims: readonly PracticeClaim[]): PracticeClaim | undefined {
  return claims.findLast((claim) => claim.deleted_at === null) ?? claims.at(-1)
}

/** Endpoints 2 and 5. */
export function claimDetails(product: Product, backroom: Backroom): Handler {
  return async (c) => {
    const body = await readBody(c, ClaimDetailsSchema)
    if (!body.ok) return body.response
    const policy = backroom.data.policy(product, body.value.policyNumber)
    if (policy === null) return refusal(c, 404, unknownPolicy(product))
    const row = shownOf(backroom.data.claimsOf(product, body.value.policyNumber))
    if (row === undefined) return refusal(c, 404, 'No claim was made on this policy.')
    return c.json(
      envelope('Claim details fetched successfully', {
        ...shownClaim(row),
        user: policy.user,
        merchant: practiceMerchant,
        keke_policy: policy.record,
      }),
    )
  }
}

/** Endpoints 3 and 6. */
export function listClaims(product: Product, backroom: Backroom): Handler {
  return (c) => c.json(envelope('Claims fetched successfully', backroom.data.claims(product).map(listItem)))
}

/** What the details answer leaks as `merchant.secret_key`: made up, so that tests can prove it goes no further. */
export const practiceMerchantSecret = 'PRACTICE-LEAK-CANARY-not-a-real-secret'

const merchantId = 41

/** Spec: Claim detail, `merchant`. */
const practiceMerchant = {
  id: merchantId,
  company_name: 'Practice Riders & Drivers Ltd',
  email: 'merchant@example.com',
  phone_no: '08000000001',
  address: '1 Practice Close, Ikeja',
  category_id: 3,
  secret_key: practiceMerchantSecret,
  username: 'practice-merchant',
  enable: true,
  merchant_type: 'corporate',
  created_at: '2023-01-02T08:00:00.000000Z',
  updated_at: '2024-03-04T09:15:22.120450Z',
  transaction_pin: null,
  verify_email: 1,
  verify_phone: 1,
  allow_negative_balance: 0,
  charge_own_wallet: 0,
}
