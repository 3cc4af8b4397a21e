import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { isRequired } from '#shared/domain/claim.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { ClaimFieldsSchema } from '#main/practice/claim-fields.ts'
import { createMerchantApi } from './merchant-api.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, claim, created, json, loopback } from '#testing/insurer-client/loopback-api.ts'
import { wireNameOf } from './wire/claim.ts'

const listed = {
  id: 41,
  user_id: 1,
  merchant_id: 2,
  keke_policy_id: 3,
  product_id: 4,
  policy_number: claim.policyNumber,
  date_of_occurance: '2024-05-06',
  address_of_occurance: '1 Example Road',
  details_of_incidence: '[Ref 7F3K-92QD] Hit.',
  picture_of_incident: 'https://files.example/p',
  medical_report: 'https://files.example/m',
  death_certificate: 'https://files.example/d',
  original_policy_certificate: 'https://files.example/o',
  means_of_claimant_identification: 'ID-1',
  estimate_of_repair: '1500.50',
  status: '0',
  deleted_at: null,
  created_at: '2024-05-06T10:00:00.000000Z',
  updated_at: '2024-05-06T10:00:00.000000Z',
  keke_policy: { id: 3, policy_number: claim.policyNumber },
}

const secrets = {
  secret_key: 'sk_made_up_1',
  password: 'hash_made_up_2',
  transaction_pin: 'pin_made_up_3',
  nin_number: 'nin_made_up_4',
}
const user = { first_name: 'Test', surname: 'Person', phone_no: 8012, enable: true, gender: null, ...secrets }
const policy = {
  id: '7',
  product_id: 1,
  amount_insured: '250,000',
  status: 1,
  policy_number: null,
  nok_gender: 'F',
}
const detail = { ...listed, user, merchant: { id: 2, company_name: 'M', ...secrets }, keke_policy: policy }

const pharmacy = {
  id: 9,
  pharmacy_code: 'P-9',
  pharmacy_name: 'Example Pharmacy',
  state_of_premise: 'Lagos',
  lga: 'Surulere',
  pharmacy_address: '2 Example Road',
  created_at: null,
  updated_at: '2024-05-06T10:00:00.000000Z',
}
const pageOf = (data: unknown) => ({
  success: true,
  response_message: 'ok',
  response_code: '',
  data: {
    current_page: 1,
    data,
    last_page: '3',
    total: 31,
    per_page: 15,
    next_page_url: 'https://elsewhere.example',
  },
})

async function answering(data: unknown, options = {}) {
  const server = await loopback((_seen, response) => json(response, data))
  return { server, api: apiOn(server.url, options) }
}

describe('a claim on the wire', () => {
  it.each([
    ['keke', '/api/merchant/create_keke_pass_claim'],
    ['okada', '/api/merchant/create_okada_pass_claim'],
  ] as const)('of %s has the fields as the spec spells them', async (product, path) => {
    const { server, api } = await answering(created(claim.policyNumber))
    const outcome = await api.createClaim(product, claim, '7F3K-92QD')
    expect(outcome).toEqual({
      type: 'delivered',
      serverMessage: 'Claim initiated successfully',
      keptReference: null,
    })
    const [seen] = server.seen
    expect(seen?.method).toBe('POST')
    expect(seen?.url).toBe(path)
    expect(seen?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
    // A length, not chunks: some servers cannot read a chunked request.
    expect(seen?.headers['content-length']).toBe(String(Buffer.byteLength(seen?.body ?? '')))
    expect(JSON.parse(seen?.body ?? '')).toMatchObject({
      means_of_claimant_identification: 'ID-0001',
      date_of_occurance: '2024-05-06',
      address_of_occurance: '1 Example Road, Surulere',
      details_of_incidence: '[Ref 7F3K-92QD] A tricycle was hit from behind.',
      policy_number: 'KP/TEST/0001/24',
      picture_of_incident: 'https://files.example/picture.jpg',
      medical_report: 'https://files.example/report.pdf',
      death_certificate: 'https://files.example/certificate.pdf',
      original_policy_certificate: 'https://files.example/policy.pdf',
      estimate_of_repair: 1500.5,
    })
  })

  it('has no field that practice does not take', () => {
    expect(Object.keys(ClaimFieldsSchema.entries).toSorted()).toEqual(
      claimFieldNames.map(wireNameOf).toSorted(),
    )
  })

  it('asks of practice what the form asks of an officer', () => {
    const fields = claimFieldNames.filter((name) => name !== 'repairEstimate')
    const empty = Object.fromEntries(claimFieldNames.map((name) => [wireNameOf(name), '']))
    const refused = v.safeParse(ClaimFieldsSchema, empty).issues?.map((issue) => v.getDotPath(issue))
    expect(new Set(fields.filter((name) => refused?.includes(wireNameOf(name)) === true))).toEqual(
      new Set(fields.filter(isRequired)),
    )
  })

  it('carries ten megabytes of address and letters of every script', async () => {
    const { server, api } = await answering(created(claim.policyNumber))
    const long = { ...claim, occurrenceAddress: 'á₦😀'.repeat(1_200_000), incidentDetails: 'ẹ̀kọ́ "quoted"\n' }
    expect(await api.createClaim('okada', long, '7F3K-92QD')).toMatchObject({ type: 'delivered' })
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      address_of_occurance: long.occurrenceAddress,
      details_of_incidence: `[Ref 7F3K-92QD] ${long.incidentDetails}`,
    })
  })
})

describe('a pharmacy request', () => {
  it.each([
    ['an object', {}],
    ['a list', []],
    ['null', null],
  ])('is delivered when data is empty as %s', async (_name, data) => {
    const { server, api } = await answering({ success: true, data, message: 'Details sent' })
    expect(await api.requestPharmacy(9, 'KP/1')).toEqual({
      type: 'delivered',
      serverMessage: 'Details sent',
      keptReference: null,
    })
    expect(server.seen[0]?.url).toBe('/api/merchant/micro_health/pharmacy/request_pharmacy')
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ pharmacy_id: 9, policy_no: 'KP/1' })
  })

  it.each([
    ['the message', { success: true, data: {} }],
    ['the data', { success: true, message: 'Details sent' }],
  ])('is uncertain when %s is missing: a bare success may be anyone’s', async (_name, body) => {
    const { api } = await answering(body)
    expect(await api.requestPharmacy(9, 'KP/1')).toMatchObject({ type: 'uncertain', cause: 'wrong-shape' })
  })
})

describe('a claim list', () => {
  it.each(['keke', 'okada'] as const)('of %s is read into our words', async (product) => {
    const { api } = await answering({ success: true, data: [listed] })
    expect(await wholeList(api, product)).toEqual({
      ok: true,
      value: [
        {
          product,
          id: 41,
          policyNumber: claim.policyNumber,
          occurrenceDate: { type: 'read', day: '2024-05-06' },
          occurrenceAddress: '1 Example Road',
          incidentDetails: '[Ref 7F3K-92QD] Hit.',
          incidentPictureUrl: 'https://files.example/p',
          medicalReportUrl: 'https://files.example/m',
          deathCertificateUrl: 'https://files.example/d',
          originalPolicyCertificateUrl: 'https://files.example/o',
          claimantIdentification: 'ID-1',
          repairEstimate: 1500.5,
          status: '0',
          deletedAt: { type: 'missing' },
          createdAt: { type: 'read', at: '2024-05-06T10:00:00.000Z' },
          updatedAt: { type: 'read', at: '2024-05-06T10:00:00.000Z' },
        },
      ],
    })
  })

  it('of rows with numbers is of a wrong shape: it would prove absence', async () => {
    const server = await loopback((_seen, response) =>
      json(response, { success: true, data: { 1: {}, 4: {} } }),
    )
    expect(await wholeList(apiOn(server.url), 'keke')).toEqual(err({ type: 'wrong-shape' }))
  })

  it('is read even if every field that is only shown is null, missing or of another type', async () => {
    const nulls = Object.fromEntries(Object.keys(listed).map((name) => [name, null]))
    const { api } = await answering({
      success: true,
      data: [
        { ...nulls, id: '5', policy_number: 'KP/1' },
        {
          id: 6,
          policy_number: 'KP/2',
          status: 2,
          estimate_of_repair: 70,
          date_of_occurance: '2024-05-06 00:00:00',
        },
        { id: 7, policy_number: 'KP/3', estimate_of_repair: 'plenty', strange: { a: [1] } },
      ],
    })
    const list = await wholeList(api, 'keke')
    expect(
      list.ok && list.value.map((item) => [item.id, item.status, item.repairEstimate, item.occurrenceDate]),
    ).toEqual([
      [5, '', null, { type: 'missing' }],
      [6, '2', 70, { type: 'read', day: '2024-05-06' }],
      [7, '', null, { type: 'missing' }],
    ])
  })

  it.each([
    ['one item has no id', { success: true, data: [listed, { ...listed, id: null }] }],
    ['one item has no policy', { success: true, data: [listed, { ...listed, policy_number: '' }] }],
    ['one item’s details are no text', { success: true, data: [{ ...listed, details_of_incidence: {} }] }],
  ])('is of the wrong shape when %s', async (_name, data) => {
    const { api } = await answering(data)
    expect(await wholeList(api, 'keke')).toEqual(err({ type: 'wrong-shape' }))
  })
})

describe('a claim’s details', () => {
  it.each(['keke', 'okada'] as const)('of %s leave every secret behind', async (product) => {
    const { server, api } = await answering({ success: true, data: detail })
    const read = await api.claimDetails(product, claim.policyNumber.toLowerCase())
    expect(read).toMatchObject(
      ok({
        product,
        repairEstimate: 1500.5,
        holder: { firstName: 'Test', phone: '8012', gender: null, town: null },
        policy: { id: 7, amountInsured: 250_000, status: '1', policyNumber: null },
      }),
    )
    const text = JSON.stringify(read)
    expect(text).not.toMatch(/made_up|secret|password|pin|nin_|company/i)
    expect(server.seen[0]?.url).toBe(`/api/merchant/${product}_pass_claim_details`)
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ policyNumber: claim.policyNumber.toLowerCase() })
  })

  it('are read without user and policy', async () => {
    const { api } = await answering({
      success: true,
      data: { ...listed, user: null, keke_policy: undefined },
    })
    expect(await api.claimDetails('okada', claim.policyNumber)).toMatchObject(
      ok({ holder: null, policy: null }),
    )
  })

  it.each([
    ['none, as the spec has it', {}, null],
    ['one', { id: 41 }, 41],
    ['one in digits', { id: '41' }, 41],
    ['an odd one', { id: { number: 41 } }, null],
  ])('tell which claim they show by its number: %s', async (_how, more, id) => {
    const { id: _id, ...withoutId } = detail
    const data = { ...withoutId, deleted_at: '2024-06-01T10:00:00.000000Z', ...more }
    const { api } = await answering({ success: true, data })
    expect(await api.claimDetails('keke', claim.policyNumber)).toMatchObject(
      ok({ id, deletedAt: { type: 'read', at: '2024-06-01T10:00:00.000Z' } }),
    )
  })
})

describe('pharmacies', () => {
  const filters = [
    ['name', 'pharmacy_name'],
    ['code', 'pharmacy_code'],
    ['state', 'state_of_premise'],
    ['lga', 'lga'],
    ['address', 'pharmacy_address'],
  ] as const
  it.each(filters)('are searched by %s', async (filter, name) => {
    const { server, api } = await answering(pageOf([pharmacy]))
    const read = await api.searchPharmacies(filter, 'a&b=ọ +%', 2)
    expect(read).toEqual(
      ok({
        page: 1,
        lastPage: 3,
        total: 31,
        pharmacies: [
          {
            id: 9,
            code: 'P-9',
            name: 'Example Pharmacy',
            state: 'Lagos',
            lga: 'Surulere',
            address: '2 Example Road',
            updatedAt: '2024-05-06T10:00:00.000000Z',
          },
        ],
      }),
    )
    const url = new URL(server.seen[0]?.url ?? '', server.url)
    expect(url.pathname).toBe('/api/merchant/search_pharmacies')
    expect([...url.searchParams]).toEqual([
      [name, 'a&b=ọ +%'],
      ['page', '2'],
    ])
  })

  it('are paged by a number, under a base URL with a path of its own', async () => {
    const server = await loopback((_seen, response) => json(response, pageOf([])))
    const api = apiOn(`${server.url}/sandbox/v1/`)
    await api.searchPharmaciesByName('Health', 1)
    await api.pharmacyPage(1)
    await api.pharmacyPage(4)
    await api.checkConnection()
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/sandbox/v1/api/merchant/micro_health/pharmacy/search?pharmacy_name=Health',
      '/sandbox/v1/api/merchant/micro_health/pharmacy/all',
      '/sandbox/v1/api/merchant/micro_health/pharmacy/all?page=4',
      '/sandbox/v1/api/merchant/micro_health/pharmacy/all',
    ])
  })

  it('have the wrong shape when one item of a page cannot be read', async () => {
    const { api } = await answering(pageOf([pharmacy, { ...pharmacy, id: 'x' }]))
    expect(await api.pharmacyPage(1)).toEqual(err({ type: 'wrong-shape' }))
    expect(await api.checkConnection()).toEqual({ type: 'not-the-api' })
  })

  // Laravel writes a collection so once rows were filtered out of it (laravel/framework #33700, #42050).
  it('are read in their order from a page whose rows have numbers', async () => {
    const other = { ...pharmacy, id: 12 }
    const { api } = await answering({
      ...pageOf([]),
      data: { ...pageOf([]).data, data: { 1: pharmacy, 14: other } },
    })
    const read = await api.pharmacyPage(1)
    expect(read.ok && read.value.pharmacies.map(({ id }) => id)).toEqual([9, 12])
    expect(await api.checkConnection()).toEqual({ type: 'works' })
  })

  it.each([{}, { 1: pharmacy, next: pharmacy }, { 1: { ...pharmacy, id: 'x' } }, { '-1': pharmacy }])(
    'have the wrong shape in any other object: %o',
    async (rows) => {
      const { api } = await answering({ ...pageOf([]), data: { ...pageOf([]).data, data: rows } })
      expect(await api.pharmacyPage(1)).toEqual(err({ type: 'wrong-shape' }))
    },
  )

  it('are read one by one, and only the one that was requested', async () => {
    const { server, api } = await answering({
      success: true,
      data: { ...pharmacy, lga: null },
      message: 'ok',
    })
    expect(await api.pharmacy(9)).toMatchObject(ok({ id: 9, lga: '' }))
    expect(server.seen[0]?.url).toBe('/api/merchant/micro_health/pharmacy/9')
    expect(await api.pharmacy(8)).toEqual(err({ type: 'wrong-shape' }))
  })
})

it('sends a key of odd ASCII as it is', async () => {
  const key = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ 0Az'
  const { server, api } = await answering(pageOf([]), { readKey: () => Promise.resolve(key) })
  expect(await api.checkConnection()).toEqual({ type: 'works' })
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${key}`)
})

it('refuses an address that would send the key unencrypted', () => {
  const readKey = () => Promise.resolve(null)
  expect(() => createMerchantApi({ baseUrl: 'http://api.example', readKey })).toThrow(TypeError)
})
