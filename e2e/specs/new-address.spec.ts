import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
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
  const other = await runTestInsurer({ file: null, key: merchantKeys.firstStart })
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
  const asked = await appPage.requestPharmacy(policyNumber)
  await untilAllWaits(appPage)
  await appPage.openSettings('Connection')
  await main.getByRole('button', { name: 'Change address' }).click()
  const form = main.getByRole('region', { name: 'Connect to Sandbox' })
  const typed = form.getByLabel('Address of the insurer’s system')
  await expect(typed).toBeFocused()
  await typed.fill(other.url)
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

  // Nothing of the first insurer's is left to choose.
  await appPage.goTo('Today')
  await expect(main.getByRole('region', { name: 'Download all pharmacies?' })).toBeVisible()
  await other.disconnect()
  await appPage.goTo('Pharmacies')
  await expect(pharmacies).toContainText('not downloaded')
  await expect(main.getByText('No connection', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Search offline' })).toBeHidden()
  await other.reconnect()

  // Numbers are other pharmacies there: no request goes with that of the first insurer, which an officer selects again.
  await main.getByRole('link', { name: 'Sent to customers' }).click()
  const request = appPage.entry(asked)
  await expect(request.first()).toContainText('was selected at another address of the insurer')
  expect(other.arrivals('request-pharmacy')).toBe(0)
  await request.getByRole('button', { name: 'Correct' }).click()
  const again = main.getByText(`${asked} was selected at another address of the insurer.`)
  await expect(again).toBeVisible()
  await expectAccessible(page, 'a pharmacy to be selected again')
  await main.getByRole('table').getByRole('button', { name: asked }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Customer’s policy number')).toHaveValue(policyNumber)
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await expect(dialog).toContainText('Received')
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  expect(other.arrivals('request-pharmacy')).toBe(1)
  await other.close()
})
