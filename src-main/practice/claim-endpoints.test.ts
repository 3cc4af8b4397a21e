import { describe, expect, it } from 'vitest'
import { practiceMerchantSecret, samplePolicies } from '#testing/insurer/test-insurer.ts'
import { claimBody, get, objectOf, post, rowsOf, startForTest } from '#testing/insurer/calls.ts'

describe.each([
  ['keke', 'create_keke_pass_claim', 'keke_pass_claim_details', 'get_keke_pass_claims'],
  ['okada', 'create_okada_pass_claim', 'okada_pass_claim_details', 'get_okada_pass_claims'],
] as const)('%s claims', (product, create, details, list) => {
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
    const rows = await rowsOf(get(server, list))
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.at(-1)).toMatchObject({
      policy_number: policyNumber,
      estimate_of_repair: '45000.50',
      status: '0',
      deleted_at: null,
      keke_policy: { id: 4, policy_number: policyNumber },
    })
  })

  it('shows the newest claim of a policy, with the secrets that the application must drop', async () => {
    const server = await startForTest()
    expect((await post(server, details, { policyNumber })).status).toBe(404)
    await post(server, create, { ...claimBody(policyNumber), details_of_incidence: 'first' })
    await post(server, create, { ...claimBody(policyNumber), details_of_incidence: 'second' })
    expect(await objectOf(post(server, details, { policyNumber }))).toMatchObject({
      data: {
        details_of_incidence: 'second',
        user: { password: null, transaction_pin: null },
        merchant: { secret_key: practiceMerchantSecret },
      },
    })
  })
})
