import { Agent, request } from 'undici'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import type { QueuedClaim } from './queued-claims.ts'

/** By `request` over kept connections, or over another for each. */
export type Bare = 'request' | 'request, a connection each'

export interface BareLine {
  readonly url: string
  readonly key: string
  readonly sideBySide: number
}

/** Posts bodies with bare undici, so many side by side, and forgets them: no commit, no answer looked at. */
export class BareLoop {
  readonly #line: BareLine
  readonly #agent: Agent

  constructor(bare: Bare, line: BareLine) {
    this.#line = line
    const pipelining = bare === 'request' ? 1 : 0
    this.#agent = new Agent({ connections: line.sideBySide, pipelining, keepAliveTimeout: 600_000 })
  }

  /** @returns how long all of it took, in milliseconds */
  async post(claims: readonly QueuedClaim[]): Promise<number> {
    const { url, key, sideBySide } = this.#line
    const left = claims.values()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const startedMs = performance.now()
    const lane = async (): Promise<void> => {
      for (const { body } of left) {
        const path = endpoints[body.product === 'keke' ? 'create-keke-claim' : 'create-okada-claim'].path
        const text = JSON.stringify(toWireClaim(body.claim, body.branchReference))
        const options = { method: 'POST', headers, body: text, dispatcher: this.#agent } as const
        await (await request(`${url}${path}`, options)).body.text()
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, lane))
    return performance.now() - startedMs
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }
}

/** The same once, over connections of its own. */
export async function bareLoop(bare: Bare, claims: readonly QueuedClaim[], line: BareLine): Promise<number> {
  const loop = new BareLoop(bare, line)
  const tookMs = await loop.post(claims)
  await loop.close()
  return tookMs
}
