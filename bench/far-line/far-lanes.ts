import { Agent, request } from 'undici'
import { toWireClaim } from '#main/api/claim-mapping.ts'
import type { MerchantApi } from '#main/api/merchant-api.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import { queuedClaims, type QueuedClaim } from '../deliver/queued-claims.ts'

/** Posts this many claims, so many side by side. @returns milliseconds of all of it */
export type Posting = (count: number) => Promise<number>

async function inLanes(
  lanes: number,
  count: number,
  post: (claim: QueuedClaim, left: number) => Promise<void>,
): Promise<number> {
  const claims = queuedClaims(count)
  const queue = claims.entries()
  const startedMs = performance.now()
  const lane = async (): Promise<void> => {
    for (const [n, claim] of queue) await post(claim, count - n - 1)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performance.now() - startedMs
}

/** Through the API as the engine asks it: after each claim left, connections for those that may go next. */
export function throughApi(api: MerchantApi, lanes: number, ahead: number): Posting {
  return (count) =>
    inLanes(lanes, count, async ({ body }, left) => {
      const sent = api.createClaim(body.product, body.claim, body.branchReference)
      api.prepare(Math.min(ahead * lanes, left))
      const outcome = await sent
      if (outcome.type !== 'delivered') throw new Error(`Not delivered: ${JSON.stringify(outcome)}`)
    })
}

/** Bare `request` over kept connections, opened before: nothing is read of an answer but its bytes. */
export function overKept(url: string, key: string, lanes: number): Posting & { close: () => Promise<void> } {
  const agent = new Agent({ connections: lanes, pipelining: 1, keepAliveTimeout: 600_000 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async ({ body }: QueuedClaim): Promise<void> => {
    const path = endpoints[body.product === 'keke' ? 'create-keke-claim' : 'create-okada-claim'].path
    const text = JSON.stringify(toWireClaim(body.claim, body.branchReference))
    await (
      await request(`${url}${path}`, { method: 'POST', headers, body: text, dispatcher: agent })
    ).body.text()
  }
  return Object.assign((count: number) => inLanes(lanes, count, post), { close: () => agent.close() })
}
