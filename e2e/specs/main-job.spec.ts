import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import { policyOf } from '../pages/app-page.ts'

const [keke, okada, later] = [policyOf('keke'), policyOf('okada'), policyOf('keke', 1)]
const newKey = 'made-up-key-of-this-test'

test('what was captured without a connection is delivered by itself, once each, and what a refused key held', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main, statusLine } = appPage
  let pharmacy = ''

  await test.step('captured without a connection', async () => {
    await appPage.goTo('Pharmacies')
    await appPage.pharmacies.first().waitFor()
    await server.disconnect()
    await appPage.submitClaim('keke', { policyNumber: keke })
    await appPage.submitClaim('okada', { policyNumber: okada })
    pharmacy = await appPage.requestPharmacy(keke, 'Waiting')
    await expect(statusLine).toContainText('No connection.')
    await expect(statusLine).toContainText('Waiting: 3.')
    await appPage.showClaims('On its way')
    await expect(main.locator('[data-index][data-situation=waiting]')).toHaveCount(2)
  })

  await test.step('delivered', async () => {
    await server.reconnect()
    await request(appPage.page, 'engine:try-now')
    await expect(statusLine).toContainText('Nothing waits.')
    await appPage.showClaims('Received')
    for (const policy of [keke, okada])
      await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    await appPage.showRequests()
    await expect(appPage.entry(pharmacy)).toContainText('Received')
  })

  await test.step('a refused key holds what waits and loses nothing, and a new one releases it', async () => {
    server.setKey(newKey)
    await appPage.submitClaim('keke', { policyNumber: later })
    await expect(statusLine).toContainText('The insurer does not accept the key.')
    await appPage.showRequests()
    await expect(main.getByText('Ask head office for the current key.'), 'said once').toHaveCount(1)
    await appPage.showClaims('On its way')
    await expect(appPage.entry(later)).toContainText('Waiting')
    await appPage.openSettings('Connection')
    await main.getByLabel('Merchant’s key').fill(newKey)
    await main.getByRole('button', { name: 'Replace key' }).click()
    await connected.app.answerDialog('Replace')
    await appPage.showClaims('Received')
    await expect(appPage.entry(later)).toHaveAttribute('data-situation', 'received')
  })

  const made = [...server.claims('keke'), ...server.claims('okada')].map(
    ({ policy_number: policy }) => policy,
  )
  const ours = [keke, okada, later]
  expect(made.filter((policy) => ours.includes(policy)).toSorted()).toEqual(ours.toSorted())
  expect(server.pharmacyRequests()).toHaveLength(1)
})
