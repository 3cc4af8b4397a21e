import { runTestInsurer } from '#proofs/insurer/test-insurer.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'

test.use({ practice: { pharmacyCount: 40 } })

test('an office moves to another address: allowed by a person, with the key typed again', async ({
  connected,
  server,
}) => {
  const other = await runTestInsurer({ file: ':memory:', key: merchantKeys.firstStart })
  const { app } = connected
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.goTo('Pharmacies')
  const pharmacies = main.getByRole('region', { name: 'Offline pharmacies:' })
  await pharmacies.getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(pharmacies).toContainText('40, complete')
  await server.disconnect()
  const policyNumber = policyOf('keke')
  await appPage.submitClaim('keke', { policyNumber })
  await untilAllWaits(appPage)
  await appPage.openSettings('Connection')
  await main.getByRole('button', { name: 'Change address' }).click()
  const form = main.getByRole('region', { name: 'Connect to Sandbox' })
  await form.getByLabel('Address of the insurer’s system').fill(other.url)
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect(form.getByLabel('Merchant’s key')).toHaveAccessibleDescription(/Enter the key/)
  await form.getByLabel('Merchant’s key').fill(other.key)
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect
    .poll(async () => (await app.dialog())?.detail)
    .toContain(`Until now they went to ${server.url} (Sandbox).`)
  await app.answerDialog('Send them there')
  await expect(main.getByText('The insurer answers and accepts the key.')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(main.getByRole('region', { name: 'Connection' })).toContainText(other.url)
  await expectAccessible(page, 'settings after a change of the address')
  await appPage.showClaims()
  await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')
  expect(other.arrivals('create-keke-claim')).toBe(1)

  // Numbers are other pharmacies there: nothing of the first insurer's is left to choose.
  await appPage.goTo('Today')
  await expect(main.getByRole('region', { name: 'Download all pharmacies?' })).toBeVisible()
  await other.disconnect()
  await appPage.goTo('Pharmacies')
  await expect(pharmacies).toContainText('not downloaded')
  await main.getByRole('button', { name: 'Search offline' }).click()
  await expect(main.getByText('No pharmacy was seen on this computer yet.')).toBeVisible()
  await other.close()
})
