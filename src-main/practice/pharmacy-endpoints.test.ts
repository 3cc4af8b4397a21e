import { describe, expect, it } from 'vitest'
import { samplePolicies } from '#proofs/insurer/test-insurer.ts'
import { get, objectOf, pageOf, post, startForTest } from '#proofs/insurer/calls.ts'

const stamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const text: unknown = expect.any(String)
const pharmacyShape = {
  id: expect.any(Number) as unknown,
  pharmacy_code: text,
  pharmacy_name: text,
  state_of_premise: text,
  lga: text,
  pharmacy_address: text,
  created_at: stamp,
  updated_at: stamp,
}

describe('pharmacies', () => {
  it('answers a page of 15 with absolute addresses and an empty response code', async () => {
    const server = await startForTest({ pharmacyCount: 40 })
    const path = `${server.url}/api/merchant/micro_health/pharmacy/all`
    expect(await objectOf(get(server, 'micro_health/pharmacy/all?page=2'))).toStrictEqual({
      success: true,
      response_message: text,
      response_code: '',
      data: {
        current_page: 2,
        data: Array.from({ length: 15 }, (_, index) => ({ ...pharmacyShape, id: 16 + index })),
        first_page_url: `${path}?page=1`,
        last_page_url: `${path}?page=3`,
        next_page_url: `${path}?page=3`,
        prev_page_url: `${path}?page=1`,
        path,
        from: 16,
        to: 30,
        last_page: 3,
        per_page: 15,
        total: 40,
      },
    })
  })

  it('has no previous page on the first and no next on the last, which may be short', async () => {
    const server = await startForTest({ pharmacyCount: 40 })
    const first = await pageOf(get(server, 'micro_health/pharmacy/all'))
    expect(first).toMatchObject({ current_page: 1, prev_page_url: null, from: 1, to: 15 })
    const last = await pageOf(get(server, 'micro_health/pharmacy/all?page=3'))
    expect(last).toMatchObject({ current_page: 3, next_page_url: null, from: 31, to: 40 })
    expect(last.data).toHaveLength(10)
  })

  it.each([
    ['pharmacy_name', 'PHARM'],
    ['pharmacy_code', 'ph-la'],
    ['state_of_premise', 'lAgOs'],
    ['lga', 'NOrth'],
    ['pharmacy_address', 'palm GROVE'],
  ] as const)(
    'finds a part of %s without regard to case, and keeps the filter in page addresses',
    async (field, part) => {
      const server = await startForTest()
      const query = new URLSearchParams({ [field]: part })
      const page = await pageOf(get(server, `search_pharmacies?${query.toString()}`))
      expect(page.total).toBeGreaterThan(15)
      expect(page['next_page_url']).toBe(
        `${server.url}/api/merchant/search_pharmacies?${query.toString()}&page=2`,
      )
      for (const row of page.data) expect(row[field].toLowerCase()).toContain(part.toLowerCase())
    },
  )

  it('answers a search without a match with an empty page', async () => {
    const server = await startForTest()
    const page = await pageOf(get(server, 'micro_health/pharmacy/search?pharmacy_name=zzzz'))
    expect(page).toMatchObject({ data: [], total: 0, last_page: 1, next_page_url: null, from: 0, to: 0 })
  })

  it('searches by name at the second address, whatever the composition of its letters', async () => {
    const server = await startForTest()
    const decomposed = encodeURIComponent('ṣadé'.normalize('NFD'))
    const page = await pageOf(get(server, `micro_health/pharmacy/search?pharmacy_name=${decomposed}`))
    expect(page.total).toBeGreaterThan(0)
    for (const row of page.data) expect(row.pharmacy_name.normalize('NFC')).toContain('Ṣadé'.normalize('NFC'))
  })

  it('answers one pharmacy with message, and 404 for one that is not there', async () => {
    const server = await startForTest({ pharmacyCount: 20 })
    expect(await objectOf(get(server, 'micro_health/pharmacy/20'))).toStrictEqual({
      success: true,
      data: { ...pharmacyShape, id: 20 },
      message: text,
    })
    for (const id of ['21', '0', '-1', '1e1', 'x']) {
      const answer = await get(server, `micro_health/pharmacy/${id}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ success: false, message: text })
    }
  })

  it.each(['keke', 'okada'] as const)('keeps a request for a customer of a %s policy', async (product) => {
    const server = await startForTest()
    const policy = samplePolicies(product)[1]
    const answer = await post(server, 'micro_health/pharmacy/request_pharmacy', {
      pharmacy_id: 12,
      policy_no: policy,
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toStrictEqual({ success: true, data: {}, message: text })
    expect(server.pharmacyRequests()).toEqual([
      { id: 1, pharmacy_id: 12, policy_no: policy, created_at: '2026-03-04T09:15:22.120000Z' },
    ])
  })

  it('refuses a request for an unknown pharmacy and an unknown policy, naming both', async () => {
    const server = await startForTest({ pharmacyCount: 20 })
    const body = { pharmacy_id: 21, policy_no: 'KKP/1999/XX/1' }
    const answer = await post(server, 'micro_health/pharmacy/request_pharmacy', body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      success: false,
      message: text,
      errors: { pharmacy_id: [text], policy_no: [text] },
    })
    expect(server.pharmacyRequests()).toEqual([])
  })
})
