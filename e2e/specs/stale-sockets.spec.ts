import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { samplePolicies, type Fault } from '#testing/insurer/test-insurer.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { expect, test } from '../support/fixtures.ts'

// The server answers a first request, keeps the connection, and destroys it once the next request's body was read:
// the client cannot know whether that request was acted upon.
const attempts = proofSize('CLAIMS_DESK_STALE_POSTS', { short: 300, medium: 1_000, long: 10_000 })
const policies = { keke: samplePolicies('keke')[0] ?? '', okada: samplePolicies('okada')[0] ?? '' }
const creates = ['create-keke-claim', 'create-okada-claim', 'request-pharmacy'] as const

test('a POST from main over a stale connection arrives once', async ({ server }) => {
  test.setTimeout(60_000 + attempts * 100)
  const api = createMerchantApi({ baseUrl: server.url, readKey: () => Promise.resolve(server.key) })
  const claimOf = (product: 'keke' | 'okada') => madeUpClaim({ policyNumber: policies[product] })
  const post = {
    'create-keke-claim': () => api.createClaim('keke', claimOf('keke'), '7F3K-92QD'),
    'create-okada-claim': () => api.createClaim('okada', claimOf('okada'), '7F3K-92QD'),
    'request-pharmacy': () => api.requestPharmacy(1, policies.keke),
  }
  let lost = 0
  for (let n = 0; n < attempts; n += 1) {
    const create = creates[n % creates.length] ?? 'create-keke-claim'
    // Every other one is also cut off on its own fresh connection, after it took effect.
    const cut: readonly Fault[] = n % 2 === 0 ? [] : [{ type: 'reset', when: 'after-commit', times: 1 }]
    server.faults.set(create, { type: 'destroy-reused-socket' }, ...cut)
    // Leaves an idle connection that a POST might reuse.
    expect(await api.checkConnection()).toEqual({ type: 'works' })
    // Some go over a connection of their own, some over one opened ahead, some over one that is still opening.
    if (n % 4 > 1) api.prepare(2)
    if ((await post[create]()).type === 'uncertain') lost += 1
  }
  await api.close()
  const arrived = creates.reduce((total, create) => total + server.arrivals(create), 0)
  recordFigure({
    proof: 'stale-sockets',
    tried: { posts: attempts },
    seen: { arrived, 'answer lost': lost, difference: arrived - attempts },
  })
  expect(arrived).toBe(attempts)
})
