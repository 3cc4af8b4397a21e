import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { launchConnected, launchWith } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { emptyIndexes } from '../support/page-store.ts'

const policy = policyOf('keke')

/** The places of incident in main's sealed copies of the drafts. */
async function copiedAddresses({ page }: DeskPage): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const copies = await window.bridge.request('drafts:copies')
    return copies.ok ? copies.value.map((draft) => draft.fields.occurrenceAddress) : []
  })
}

test.describe('killed in each state and started again, an entry', () => {
  test('that waits is delivered once', async ({ connected, server }) => {
    await server.disconnect()
    await (await connected.page()).submitClaim('keke', { policyNumber: policy })
    await connected.desk.kill()
    await server.reconnect()
    const desk = await connected.killAndRestart()
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  })

  for (const when of ['before-commit', 'after-commit'] as const) {
    test(`that is being sent (${when}) is looked up in the list, and never sent blindly`, async ({
      launch,
      dataDir,
      server,
    }) => {
      server.faults.set('create-keke-claim', { type: 'hang', when, times: 1 })
      const connected = await launchConnected(launch, dataDir, server)
      await (await connected.page()).submitClaim('keke', { policyNumber: policy })
      await server.arrived('create-keke-claim', 1)
      const desk = await connected.killAndRestart()
      await desk.goTo('Outbox')
      const outcome =
        when === 'after-commit' ? 'It was found in the insurer’s list.' : 'Looked for once so far.'
      await expect(desk.entry(policy)).toContainText(outcome)
      expect(server.arrivals('create-keke-claim')).toBe(1)
    })
  }

  test('that is unconfirmed is found in the list', async ({ launch, dataDir, server }) => {
    server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit' })
    const connected = await launchConnected(launch, dataDir, server)
    let desk = await connected.page()
    await desk.submitClaim('keke', { policyNumber: policy })
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toContainText('Not sure it arrived')
    desk = await connected.killAndRestart()
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toContainText('It was found in the insurer’s list.')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  })

  test('that was turned down still has its reasons', async ({ connected }) => {
    let desk = await connected.page()
    await desk.submitClaim('keke', { policyNumber: 'KKP/0000/XX/000000' })
    await desk.goTo('Outbox')
    await expect(desk.entry('KKP/0000/XX/000000')).toContainText('Turned down')
    desk = await connected.killAndRestart()
    await desk.goTo('Outbox')
    await expect(desk.entry('KKP/0000/XX/000000')).toContainText('No keke pass policy has this number.')
    // Also once it is a draft, however soon the kill comes.
    await desk.act('KKP/0000/XX/000000', 'Correct')
    await expect(desk.field('Policy number')).toBeFocused()
    desk = await connected.killAndRestart()
    await desk.page.getByRole('link', { name: 'To correct 1 turned down' }).click()
    await expect(desk.main.getByRole('listitem')).toContainText('No keke pass policy has this number.')
  })

  test('that was received stays received and is not sent again', async ({ connected, server }) => {
    let desk = await connected.page()
    await desk.submitClaim('keke', { policyNumber: policy })
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toContainText('The insurer confirmed it.')
    desk = await connected.killAndRestart()
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toContainText('Received')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  })
})

test.describe('a draft', () => {
  test('is recovered with its last letter after the application was killed', async ({ connected }) => {
    let desk = await connected.page()
    await desk.newClaim('okada')
    await desk.field('Place of the incident').pressSequentially('Under the bridge at Ojuelegba')
    await expect(desk.main.getByText('Saved on this computer')).toBeVisible()
    desk = await connected.killAndRestart()
    await desk.goTo('Drafts')
    await expect(desk.main.getByText('Recovered', { exact: true })).toBeVisible()
    await expect(desk.main.getByRole('listitem')).toContainText('9 of 10 missing')
    await desk.main.getByRole('link', { name: /^Open the okada draft/ }).click()
    await expect(desk.field('Place of the incident')).toHaveValue('Under the bridge at Ojuelegba')
  })

  test('comes back when the page’s database was emptied behind the application', async ({ connected }) => {
    let desk = await connected.page()
    await desk.newClaim('keke')
    await desk.field('Policy number').fill(policy)
    await desk.field('Place of the incident').fill('Market Road, gate 2')
    await expect.poll(() => copiedAddresses(desk)).toEqual(['Market Road, gate 2'])
    await connected.desk.kill()
    await connected.desk.emptyPageStorage()
    desk = await connected.killAndRestart()
    await desk.goTo('Drafts')
    await desk.main.getByRole('link', { name: `Open the keke draft ${policy}` }).click()
    await expect(desk.field('Place of the incident')).toHaveValue('Market Road, gate 2')
  })

  test('is listed though the browser’s index of the drafts is damaged', async ({ launch, dataDir }) => {
    const desk = await launchWith(launch, dataDir, { configured: true }, { indexedDb: 'sqlite' })
    let page = new DeskPage(await desk.window())
    await page.newClaim('keke')
    await page.field('Policy number').fill(policy)
    await expect.poll(() => copiedAddresses(page)).toHaveLength(1)
    await desk.kill()
    expect(await emptyIndexes(desk.dataDir)).toBeGreaterThan(0)
    await desk.restart()
    page = new DeskPage(await desk.window())
    await page.goTo('Drafts')
    await expect(page.main.getByRole('link', { name: `Open the keke draft ${policy}` })).toBeVisible()
  })

  test('that was submitted does not come back, though the application was killed before it was removed', async ({
    launch,
    dataDir,
    server,
  }) => {
    await server.disconnect()
    const connected = await launchConnected(launch, dataDir, server)
    let desk = await connected.page()
    await desk.newClaim('keke')
    await desk.fillClaim({ policyNumber: policy, occurrenceAddress: 'Market Road, gate 3' })
    await expect.poll(() => copiedAddresses(desk)).toEqual(['Market Road, gate 3'])
    // Main accepts it and the page never gets the answer, as after a crash in between.
    const claim = madeUpClaim({ policyNumber: policy, occurrenceAddress: 'Market Road, gate 3' })
    const accepted = await desk.page.evaluate(async (submitted) => {
      const copies = await window.bridge.request('drafts:copies')
      const draft = copies.ok ? copies.value[0] : undefined
      if (draft === undefined) throw new Error('The draft has no copy yet.')
      const { id, product, branchReference } = draft
      const body = { kind: 'claim', product, branchReference, claim: submitted } as const
      return (await window.bridge.request('outbox:accept', { id, body })).ok
    }, claim)
    expect(accepted).toBe(true)
    desk = await connected.killAndRestart()
    await desk.goTo('Drafts')
    await expect(desk.main.getByText('No drafts')).toBeVisible()
    await desk.goTo('Outbox')
    await expect(desk.entry(policy)).toHaveCount(1)
  })
})
