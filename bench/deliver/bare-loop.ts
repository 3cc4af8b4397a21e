import { Agent, request } from 'undici'
import { toWireClaim } from '#main/api/claim-mapping.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import type { QueuedClaim } from './queued-claims.ts'

/** By `request` over kept connections, or over another for each. */
export type Bare = 'request' | 'request, a connection each'

export interface BareLine {
  readonly url: string
  readonly key: string
  readonly sideBySide: number
}

/**
 * Posts the same bodies, so many side by side, over kept connections or others, and forgets them: no commit, no answer looked at.
 *
 * @returns how long all of it took, in milliseconds.
 */
export async function bareLoop(bare: Bare, claims: readonly QueuedClaim[], line: BareLine): Promise<number> {
  const kept = bare === 'request'
  const agent = new Agent({ connections: line.sideBySide, pipelining: kept ? 1 : 0 })
  const left = claims.values()
  const headers = { authorization: `Bearer ${line.key}`, 'content-type': 'application/json' }
  const startedMs = performance.now()
  const lane = async (): Promise<void> => {
    for (const { body } of left) {
      const path = endpoints[body.product === 'keke' ? 'create-keke-claim' : 'create-okada-claim'].path
      const url = `${line.url}${path}`
      const text = JSON.stringify(toWireClaim(body.claim, body.branchReference))
      const options = { method: 'POST', headers, body: text, dispatcher: agent } as const
      await (await request(url, options)).body.text()
    }
  }
  await Promise.all(Array.from({ length: line.sideBySide }, lane))
  const tookMs = performance.now() - startedMs
  await agent.close()
  return tookMs
}
