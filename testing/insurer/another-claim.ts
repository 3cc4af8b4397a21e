import { request } from 'undici'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { wireNameOf } from '#main/insurer/api/wire/claim.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimFieldNames, type ClaimContent } from '#shared/domain/claim.ts'

/** A practice server that resets connections may reset this one too; another such claim more does no harm. */
const triesAtMost = 5

/** Has another computer make a keke claim, without a reference. */
export async function makeAnotherClaim(server: TestInsurer, changes: Partial<ClaimContent>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await makeOne(server, changes)
      return
    } catch (error) {
      const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      if (!isReset || tries === triesAtMost) throw error
    }
  }
}

async function makeOne(server: TestInsurer, changes: Partial<ClaimContent>): Promise<void> {
  const claim = madeUpClaim(changes)
  const { method, path } = endpoints['create-keke-claim']
  // Over a connection of its own: the server may just have closed a kept one.
  const answer = await request(server.url + path, {
    method,
    reset: true,
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(claimFieldNames.map((name) => [wireNameOf(name), claim[name]]))),
  })
  await answer.body.dump()
  if (answer.statusCode >= 300) throw new Error(`Another computer's claim was refused: ${answer.statusCode}`)
}
