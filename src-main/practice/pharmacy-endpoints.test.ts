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
  it('finds a part of a name without regard to case, its letters composed or not', async () => {
    const server = await startForTest()
    const part = encodeURIComponent('ṣadé'.normalize('NFD'))
    for (const path of ['search_pharmacies', 'micro_health/pharmacy/search']) {
      const page = await pageOf(get(server, `${path}?pharmacy_name=${part}`))
      expect(page.total).toBeGreaterThan(0)
      for (const row of page.data)
        expect(row.pharmacy_name.normalize('NFC')).toContain('Ṣadé'.normalize('NFC'))
    }
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

  it('keeps a request for a customer of a policy', async () => {
    const server = await startForTest()
    const body = { pharmacy_id: 12, policy_no: samplePolicies('okada')[1] }
    const answer = await post(server, 'micro_health/pharmacy/request_pharmacy', body)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toStrictEqual({ success: true, data: {}, message: text })
    expect(server.pharmacyRequests()).toEqual([{ id: 1, ...body, created_at: '2026-03-04T09:15:22.120000Z' }])
  })
})
