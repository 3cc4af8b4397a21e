import type { Product } from '#shared/domain/product.ts'
import type { Context } from 'hono'
import { commit, readBody, refusal, shownRows, type Backroom, type PracticeEnv } from './answers.ts'
import { ClaimDetailsSchema, ClaimFieldsSchema } from './claim-fields.ts'
import { productIds } from './data/policies.ts'
import { keptTexts } from './kept-text.ts'
import { listBody, rowsOfReading } from './list-body.ts'
import { merchantId, practiceMerchant } from './merchant.ts'
import { timestamp } from './timestamp.ts'
import type { ListWays, Reading, WaysOfServer } from './ways.ts'
import type { ClaimFields, ClaimRow } from './wire.ts'

type Handler = (c: Context<PracticeEnv>) => Response | Promise<Response>

const unknownPolicy = (product: Product): string => `No ${product} pass policy has this number.`

function envelope(message: string, data: unknown) {
  return { success: true, response_message: message, response_code: 200, data }
}

/** Lists and details write the amount as text, the create response as a number (spec). */
const amountText = (amount: number): string => amount.toFixed(2)

/** Spec: Claim (create response). */
function createdClaim(policyId: number, fields: ClaimFields, createdAt: string) {
  return {
    keke_policy_id: policyId,
    policy_number: fields.policy_number,
    date_of_occurance: fields.date_of_occurance,
    address_of_occurance: fields.address_of_occurance,
    details_of_incidence: fields.details_of_incidence,
    picture_of_incident: fields.picture_of_incident,
    medical_report: fields.medical_report,
    death_certificate: fields.death_certificate,
    original_policy_certificate: fields.original_policy_certificate,
    estimate_of_repair: fields.estimate_of_repair,
    means_of_claimant_identification: fields.means_of_claimant_identification,
    status: '0',
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** The fields that lists and details share. */
function shownClaim(row: ClaimRow, ways: WaysOfServer) {
  return {
    ...createdClaim(row.keke_policy_id, row, row.created_at),
    ...ways.textsOf(row),
    estimate_of_repair: amountText(row.estimate_of_repair),
    status: row.status,
    deleted_at: row.deleted_at,
    updated_at: row.updated_at,
  }
}

/** Spec: Claim list item. */
function listItem(row: ClaimRow, productId: number, ways: WaysOfServer) {
  return {
    id: row.id,
    user_id: row.user_id,
    merchant_id: merchantId,
    product_id: productId,
    ...shownClaim(row, ways),
    keke_policy: { id: row.keke_policy_id, policy_number: row.policy_number },
  }
}

const serverErrorPage =
  '<!doctype html><html><head><title>Server Error</title></head><body>Server Error</body></html>'

/** What a claim of this policy is refused with, or null. */
function refusedPolicy(c: Context<PracticeEnv>, ways: WaysOfServer, policyNumber: string): Response | null {
  switch (ways.current.refuses?.[policyNumber]) {
    case '403':
      return refusal(c, 403, 'This action is unauthorized.')
    case '404-html':
      return c.html(serverErrorPage, 404)
    case '413-html':
      return c.html(serverErrorPage, 413)
    case undefined:
      return null
  }
}

function createAnswer(created: ReturnType<typeof createdClaim>, { current }: WaysOfServer): unknown {
  switch (current.createAnswer ?? 'as-sent') {
    case 'as-sent':
      return created
    case 'as-kept':
      return { ...created, ...keptTexts(created, current.text ?? { of: [] }) }
    case 'without-details': {
      const { details_of_incidence: _, ...rest } = created
      return rest
    }
    case 'null':
      return null
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
    const refused = refusedPolicy(c, backroom.ways, fields.policy_number)
    if (refused !== null) return refused
    const at = backroom.now()
    commit(backroom, c.get('dataFault'), () =>
      backroom.ways.kept(backroom.data.addClaim(product, policy, fields, at)),
    )
    const data = createdClaim(policy.record.id, fields, timestamp(at))
    return c.json(envelope('Claim initiated successfully', createAnswer(data, backroom.ways)))
  }
}

function noClaim(c: Context<PracticeEnv>, { current }: WaysOfServer): Response {
  const message = 'No claim was made on this policy.'
  switch (current.details?.none ?? '404') {
    case '404':
      return refusal(c, 404, message)
    case 'unsuccessful':
      return c.json({ success: false, response_message: message, response_code: 404, data: null })
    case 'null':
      return c.json(envelope(message, null))
  }
}

/** Endpoints 2 and 5. */
export function claimDetails(product: Product, backroom: Backroom): Handler {
  return async (c) => {
    const body = await readBody(c, ClaimDetailsSchema)
    if (!body.ok) return body.response
    const policy = backroom.data.policy(product, body.value.policyNumber)
    if (policy === null) return refusal(c, 404, unknownPolicy(product))
    const { ways } = backroom
    const row = ways.detailsOf(ways.visible(backroom.data.claimsOf(product, body.value.policyNumber)))
    if (row === null) return noClaim(c, ways)
    return c.json(
      envelope('Claim details fetched successfully', {
        ...shownClaim(row, ways),
        user: policy.user,
        merchant: practiceMerchant,
        keke_policy: policy.record,
      }),
    )
  }
}

function* itemsOf(product: Product, reading: Reading, ways: WaysOfServer): Generator {
  for (const row of rowsOfReading(product, reading)) yield listItem(row, productIds[product], ways)
}

function isStreamed(ways: ListWays): boolean {
  return ways.gzip === true || ways.endless === true || (ways.otherRows ?? 0) > 1000
}

/** A list whose length is not known before its end. */
function streamedList(
  c: Context<PracticeEnv>,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  gzip: boolean,
): Response {
  c.header('content-type', 'application/json')
  if (!gzip || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(body)
  c.header('content-encoding', 'gzip')
  c.header('vary', 'accept-encoding')
  return c.body(body.pipeThrough(new CompressionStream('gzip')))
}

/** Endpoints 3 and 6. */
export function listClaims(product: Product, backroom: Backroom): Handler {
  return (c) => {
    const { ways } = backroom
    const visible = ways.visible(backroom.data.claims(product))
    const reading = ways.reading(product, shownRows(visible, c.get('dataFault')))
    if (reading.ways.etag === true) {
      c.header('etag', reading.etag)
      if (c.req.header('if-none-match') === reading.etag) return c.body(null, 304)
    }
    const items = itemsOf(product, reading, ways)
    const message = 'Claims fetched successfully'
    if (!isStreamed(reading.ways)) return c.json(envelope(message, [...items]))
    const { data: _, ...head } = envelope(message, null)
    return streamedList(c, listBody(head, items), reading.ways.gzip === true)
  }
}
