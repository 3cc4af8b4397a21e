import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import type { FollowUp } from '#shared/claim/follow-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { madeUpNote } from '../support/canary-values.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

/** What main knows of a claim after it was received. */
async function followUpOf({ page }: AppPage, key: string): Promise<FollowUp | null> {
  return await page.evaluate(async (asked) => {
    const answer = await window.bridge.request('claims:one', { key: asked, isOpened: true })
    return answer.ok ? (answer.value?.followUp ?? null) : null
  }, key)
}

test('what is written beside a received claim, and what the insurer said of it, survive a kill', async ({
  connected,
  server,
}) => {
  const policyNumber = policyOf('keke')
  const claim = claimSubmission({ policyNumber })
  let appPage = await connected.page()
  await accept(appPage, [claim])
  await server.arrived('create-keke-claim', 1)
  await expect.poll(() => followUpOf(appPage, claim.id)).not.toBeNull()
  await request(appPage.page, 'claims:note', { id: claim.id, text: madeUpNote })
  await request(appPage.page, 'claims:detail', { product: 'keke', policyNumber })
  const known = { changes: [{ status: '0', isDeleted: false }], note: { text: madeUpNote }, wrong: null }
  expect(await followUpOf(appPage, claim.id)).toMatchObject(known)
  appPage = await connected.killAndRestart()
  expect(await followUpOf(appPage, claim.id)).toMatchObject(known)
})
