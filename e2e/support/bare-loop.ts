import { Agent, request } from 'undici'
import { toWireClaim } from '#main/api/claim-mapping.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import type { branchSubmission } from './load-entries.ts'

export interface BareLoop {
  /** When each answer came, in milliseconds from the start. */
  readonly answeredAtMs: readonly number[]
  /** POSTs that broke off: a bare loop forgets them. */
  readonly lost: number
}

/**
 * The same bodies, as many at once as the application sends, with nothing kept and nothing proved: what the line itself allows.
 */
export async function bareLoop(
  url: string,
  key: string,
  submissions: readonly ReturnType<typeof branchSubmission>[],
  connection: 'fresh' | 'kept',
): Promise<BareLoop> {
  const sideBySide = mostSideBySide
  const agent = new Agent({ connections: sideBySide, pipelining: connection === 'fresh' ? 0 : 1 })
  const startedMs = performance.now()
  const answeredAtMs: number[] = []
  let lost = 0
  const queue = submissions.values()
  const lane = async (): Promise<void> => {
    for (const { body } of queue) {
      const path = endpoints[body.product === 'keke' ? 'create-keke-claim' : 'create-okada-claim'].path
      try {
        const answer = await request(`${url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(toWireClaim(body.claim, body.branchReference)),
          dispatcher: agent,
        })
        await answer.body.text()
        answeredAtMs.push(performance.now() - startedMs)
      } catch {
        lost += 1
      }
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, lane))
  await agent.destroy()
  return { answeredAtMs, lost }
}
