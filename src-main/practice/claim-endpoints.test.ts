import type { Product } from '#shared/domain/product.ts'
import { describe, expect, it } from 'vitest'
import { practiceMerchantSecret, samplePolicies } from '#proofs/insurer/test-insurer.ts'
import { claimBody, get, headersFor, objectOf, post, rowsOf, startForTest } from '#proofs/insurer/calls.ts'

const stamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const text: unknown = expect.any(String)
const integer: unknown = expect.toSatisfy((value) => Number.isInteger(value), 'is an integer')
const flag: unknown = expect.toSatisfy((value) => value === 0 || value === 1, 'is 0 or 1')
const truth: unknown = expect.any(Boolean)
const textOrNull: unknown = expect.toSatisfy(
  (value) => value === null || typeof value === 'string',
  'is text or null',
)
const integerOrNull: unknown = expect.toSatisfy(
  (value) => value === null || Number.isInteger(value),
  'is an integer or null',
)
const stampOrNull: unknown = expect.toSatisfy(
  (value) => value === null || (typeof value === 'string' && value.endsWith('Z')),
  'is a timestamp or null',
)

const userShape = {
  ...Object.fromEntries(
    [
      'first_name, middle_name, surname, phone_no, email, address, gender, date_of_birth, policy_no',
      'next_of_kin_full_name, merchant_user_id, user_type, principal_policy_no, nin_number, id_url, id_type',
      'profile_url, town, state_of_residence, occupation',
    ].flatMap((names) => names.split(', ').map((name) => [name, textOrNull])),
  ),
  password: null,
  transaction_pin: null,
  have_beneficiaries: truth,
  enable: truth,
  company_id: integerOrNull,
  verify_phone: flag,
  verify_email: flag,
  created_at: stamp,
  updated_at: stamp,
}

const merchantShape = {
  id: integer,
  company_name: text,
  email: text,
  phone_no: text,
  address: text,
  category_id: integer,
  secret_key: practiceMerchantSecret,
  username: text,
  enable: truth,
  merchant_type: text,
  created_at: stamp,
  updated_at: stamp,
  transaction_pin: null,
  verify_email: integer,
  verify_phone: integer,
  allow_negative_balance: integer,
  charge_own_wallet: integer,
}

const day: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const policyShape = {
  id: integer,
  variant_type: text,
  product_id: integer,
  amount_insured: integer,
  policy_number: text,
  nok_surname: text,
  nok_othernames: text,
  nok_relationship: text,
  nok_gender: text,
  nok_phone_no: text,
  nok_email: text,
  start_date: day,
  end_date: day,
  status: integer,
  created_at: stamp,
  updated_at: stamp,
}

const products: readonly {
  product: Product
  create: string
  details: string
  list: string
  prefix: string
}[] = [
  {
    product: 'keke',
    create: 'create_keke_pass_claim',
    details: 'keke_pass_claim_details',
    list: 'get_keke_pass_claims',
    prefix: 'KKP',
  },
  {
    product: 'okada',
    create: 'create_okada_pass_claim',
    details: 'okada_pass_claim_details',
    list: 'get_okada_pass_claims',
    prefix: 'OKP',
  },
]

describe.each(products)('$product claims', ({ product, create, details, list, prefix }) => {
  const policyNumber = samplePolicies(product)[3] ?? ''

  it('answers a create with exactly the fields of the spec, the amount as a number', async () => {
    const server = await startForTest()
    const body = claimBody(policyNumber)
    const answer = await post(server, create, body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toStrictEqual({
      success: true,
      response_message: 'Claim initiated successfully',
      response_code: 200,
      data: {
        ...body,
        keke_policy_id: 4,
        status: '0',
        created_at: '2026-03-04T09:15:22.120000Z',
        updated_at: '2026-03-04T09:15:22.120000Z',
      },
    })
  })

  it('lists the created claim last, the amount as text, and only id and number of its policy', async () => {
    const server = await startForTest()
    const before = await rowsOf(get(server, list))
    await post(server, create, claimBody(policyNumber))
    const after = await objectOf(get(server, list))
    expect(after).toMatchObject({ success: true, response_message: text, response_code: 200 })
    const rows = await rowsOf(get(server, list))
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.at(-1)).toStrictEqual({
      ...claimBody(policyNumber),
      id: before.length + 1,
      user_id: integer,
      merchant_id: integer,
      keke_policy_id: 4,
      product_id: integer,
      estimate_of_repair: '45000.50',
      status: '0',
      deleted_at: null,
      created_at: stamp,
      updated_at: stamp,
      keke_policy: { id: 4, policy_number: policyNumber },
    })
  })

  it('shows the newest claim of a policy with user, merchant and keke_policy', async () => {
    const server = await startForTest()
    await post(server, create, { ...claimBody(policyNumber), details_of_incidence: 'first' })
    await post(server, create, { ...claimBody(policyNumber), details_of_incidence: 'second' })
    const answer = await objectOf(post(server, details, { policyNumber: ` ${policyNumber}\n` }))
    expect(answer).toStrictEqual({
      success: true,
      response_message: text,
      response_code: 200,
      data: {
        ...claimBody(policyNumber),
        details_of_incidence: 'second',
        keke_policy_id: 4,
        estimate_of_repair: '45000.50',
        status: '0',
        deleted_at: null,
        created_at: stamp,
        updated_at: stamp,
        user: userShape,
        merchant: merchantShape,
        keke_policy: policyShape,
      },
    })
  })

  it('has claims of several statuses from the start, on its own policies', async () => {
    const server = await startForTest()
    const rows = await rowsOf(get(server, list))
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set(['0', '1', '2', '3']))
    for (const row of rows) {
      expect(row['policy_number']).toMatch(new RegExp(`^${prefix}/20\\d\\d/[A-Z]{2}/\\d{6}$`))
      expect(row['deleted_at']).toEqual(stampOrNull)
    }
  })

  it('refuses a policy number it does not know, and commits nothing', async () => {
    const server = await startForTest()
    const count = server.claims(product).length
    const answer = await post(server, create, claimBody(`${policyNumber}9`))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      success: false,
      response_message: text,
      response_code: 422,
      errors: { policy_number: [text] },
    })
    expect(server.claims(product)).toHaveLength(count)
  })

  it('trims a policy number and changes nothing else of it', async () => {
    const server = await startForTest()
    expect((await post(server, create, claimBody(`  ${policyNumber} `))).status).toBe(200)
    expect(server.claims(product).at(-1)?.policy_number).toBe(policyNumber)
    expect((await post(server, create, claimBody(policyNumber.toLowerCase()))).status).toBe(422)
  })

  it('answers 404 for details of a policy without a claim', async () => {
    const server = await startForTest()
    const answer = await post(server, details, { policyNumber })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ success: false, response_code: 404 })
  })

  it.each([
    ['means_of_claimant_identification', '  '],
    ['date_of_occurance', '2026-02-30'],
    ['date_of_occurance', '28/02/2026'],
    ['address_of_occurance', undefined],
    ['details_of_incidence', null],
    ['policy_number', 17],
    ['picture_of_incident', 'not a link'],
    ['medical_report', 'ftp://files.example.com/x'],
    ['death_certificate', ''],
    ['original_policy_certificate', undefined],
    ['estimate_of_repair', '45000'],
    ['estimate_of_repair', -1],
  ])('names %s when it is %j', async (field, value) => {
    const server = await startForTest({ pharmacyCount: 1 })
    const answer = await post(server, create, { ...claimBody(policyNumber), [field]: value })
    expect(answer.status).toBe(422)
    const { errors } = await objectOf(answer)
    expect(errors).toEqual({ [field]: [text] })
  })
})

describe('the door', () => {
  it('refuses a call without the key, and does not store its claim', async () => {
    const server = await startForTest({ key: 'right' })
    const count = server.claims('keke').length
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'right']) {
      const headers = { ...headersFor(server), authorization }
      const answer = await fetch(`${server.url}/api/merchant/create_keke_pass_claim`, {
        method: 'POST',
        headers,
        body: JSON.stringify(claimBody()),
      })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ success: false, response_message: 'Unauthenticated.' })
    }
    expect(server.claims('keke')).toHaveLength(count)
  })

  it('accepts only the new key once it was changed', async () => {
    const server = await startForTest()
    const old = headersFor(server)
    server.setKey('new')
    const url = `${server.url}/api/merchant/get_keke_pass_claims`
    expect((await fetch(url, { headers: old })).status).toBe(401)
    expect((await get(server, 'get_keke_pass_claims')).status).toBe(200)
  })

  it('answers unknown paths, wrong methods, wrong types and broken bodies in JSON', async () => {
    const server = await startForTest()
    const wrongType = fetch(`${server.url}/api/merchant/create_keke_pass_claim`, {
      method: 'POST',
      headers: { ...headersFor(server), 'content-type': 'text/plain' },
      body: 'x',
    })
    const cases: [Promise<Response>, number][] = [
      [get(server, 'nothing_here'), 404],
      [get(server, 'create_keke_pass_claim'), 405],
      [post(server, 'micro_health/pharmacy/7', {}), 405],
      [wrongType, 415],
      [post(server, 'create_keke_pass_claim', '{"policy_number":'), 400],
      [post(server, 'create_keke_pass_claim', [1]), 422],
      [post(server, 'create_keke_pass_claim', 'x'.repeat(1_100_000)), 413],
    ]
    for (const [call, status] of cases) {
      const answer = await call
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ success: false, response_code: status })
    }
  })
})
