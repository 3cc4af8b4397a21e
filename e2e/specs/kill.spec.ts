import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { type AppPage, policyOf } from '../pages/app-page.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')

/** The places of incident in the drafts that main has. */
async function savedAddresses({ page }: AppPage): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const kept = await window.bridge.request('drafts:list')
    return kept.ok ? kept.value.drafts.map((draft) => draft.fields.occurrenceAddress) : []
  })
}

for (const when of ['before-commit', 'after-commit'] as const) {
  const tag = when === 'before-commit' ? ['@longer'] : []
  test(
    `a claim that is being sent (${when}), killed and started again, is looked for, and never sent blindly`,
    { tag },
    async ({ launch, dataDir, server }) => {
      server.faults.set('create-keke-claim', { type: 'hang', when, times: 1 })
      const connected = await launchConnected(launch, dataDir, server)
      await (await connected.page()).submitClaim('keke', { policyNumber: policy })
      await server.arrived('create-keke-claim', 1)
      const appPage = await connected.killAndRestart()
      await appPage.goTo('Outbox')
      await server.arrived('keke-claim-details', 1)
      const outcome = when === 'after-commit' ? 'The insurer shows it for its policy.' : 'Confirming delivery'
      await expect(appPage.entry(policy)).toContainText(outcome)
      expect(server.arrivals('create-keke-claim')).toBe(1)
    },
  )
}

test.describe('a draft', () => {
  test('is recovered with its last letter after the application was killed', async ({ connected }) => {
    let appPage = await connected.page()
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').pressSequentially('Under the bridge at Ojuelegba')
    await expect(appPage.main.getByText('Saved on this computer')).toBeVisible()
    appPage = await connected.killAndRestart()
    await appPage.goTo('Drafts')
    await expect(appPage.main.getByText('Recovered', { exact: true })).toBeVisible()
    await expect(appPage.main.getByRole('listitem')).toContainText('9 fields left')
    await appPage.main.getByRole('link', { name: /^Open the okada draft/ }).click()
    await expect(appPage.field('Place of the incident')).toHaveValue('Under the bridge at Ojuelegba')
  })

  test(
    'is there though the page’s database was emptied behind the application',
    { tag: '@longer' },
    async ({ connected }) => {
      let appPage = await connected.page()
      await appPage.newClaim('keke')
      await appPage.field('Policy number').fill(policy)
      await appPage.field('Place of the incident').fill('Market Road, gate 2')
      await expect.poll(() => savedAddresses(appPage)).toEqual(['Market Road, gate 2'])
      await connected.app.kill()
      await connected.app.emptyPageStorage()
      appPage = await connected.killAndRestart()
      await appPage.goTo('Drafts')
      await appPage.main.getByRole('link', { name: `Open the keke draft ${policy}` }).click()
      await expect(appPage.field('Place of the incident')).toHaveValue('Market Road, gate 2')
    },
  )

  test(
    'that was submitted does not come back, though the application was killed before its page had the answer',
    { tag: '@longer' },
    async ({ launch, dataDir, server }) => {
      await server.disconnect()
      const connected = await launchConnected(launch, dataDir, server)
      let appPage = await connected.page()
      await appPage.newClaim('keke')
      await appPage.fillClaim({ policyNumber: policy, occurrenceAddress: 'Market Road, gate 3' })
      await expect.poll(() => savedAddresses(appPage)).toEqual(['Market Road, gate 3'])
      // Main accepts it and the page never gets the answer, as after a crash in between.
      const claim = madeUpClaim({ policyNumber: policy, occurrenceAddress: 'Market Road, gate 3' })
      const accepted = await appPage.page.evaluate(async (submitted) => {
        const kept = await window.bridge.request('drafts:list')
        const draft = kept.ok ? kept.value.drafts[0] : undefined
        if (draft === undefined) throw new Error('The draft is not saved yet.')
        const { id, product, branchReference } = draft
        const body = { kind: 'claim', product, branchReference, claim: submitted } as const
        return (await window.bridge.request('outbox:accept', { id, body })).ok
      }, claim)
      expect(accepted).toBe(true)
      appPage = await connected.killAndRestart()
      await appPage.goTo('Drafts')
      await expect(appPage.main.getByText('No drafts')).toBeVisible()
      await appPage.goTo('Outbox')
      await expect(appPage.entry(policy)).toHaveCount(1)
    },
  )
})
