import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { BareLoop } from '../deliver/bare-loop.ts'
import { queuedClaims } from '../deliver/queued-claims.ts'

/** Posts this many claims, so many side by side. @returns milliseconds of all of it */
export type Posting = (count: number) => Promise<number>

/** Through the API as the engine asks it: after each claim left, connections for those that may go next. */
export function throughApi(api: MerchantApi, lanes: number, ahead: number): Posting {
  return async (count) => {
    const queue = queuedClaims(count).entries()
    const startedMs = performance.now()
    const lane = async (): Promise<void> => {
      for (const [n, { body }] of queue) {
        const sent = api.createClaim(body.product, body.claim, body.branchReference)
        api.prepare(Math.min(ahead * lanes, count - n - 1))
        const outcome = await sent
        if (outcome.type !== 'delivered') throw new Error(`Not delivered: ${JSON.stringify(outcome)}`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return performance.now() - startedMs
  }
}

/** Bare `request` over kept connections, opened before: nothing is read of an answer but its bytes. */
export function overKept(url: string, key: string, lanes: number): Posting & { close: () => Promise<void> } {
  const loop = new BareLoop('request', { url, key, sideBySide: lanes })
  return Object.assign((count: number) => loop.post(queuedClaims(count)), { close: () => loop.close() })
}
