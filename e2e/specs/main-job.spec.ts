import { expect, test } from '../support/fixtures.ts'
import { policyOf } from '../pages/app-page.ts'

const keke = policyOf('keke')
const okada = policyOf('okada')
const receivedAll = 'Nothing waits.'

/** How many claims the server holds for a policy. */
const held = (rows: readonly { readonly policy_number: string }[], policy: string): number =>
  rows.filter((row) => row.policy_number === policy).length

test('what was captured without a connection is delivered by itself, once each', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await appPage.main.getByRole('row').nth(1).waitFor()
  await server.disconnect()
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.submitClaim('okada', { policyNumber: okada })
  const pharmacy = await appPage.requestPharmacy(keke, 'Waiting')
  await expect(appPage.statusLine).toContainText('No connection.')
  await expect(appPage.statusLine).toContainText('Waiting: 3.')
  await appPage.showRequests()
  await expect(appPage.entry(pharmacy)).toContainText('Waiting')
  await appPage.showClaims('On its way')
  const waiting = appPage.main.locator('[data-index][data-situation=waiting]')
  await expect(waiting).toHaveCount(2)

  await server.reconnect()
  await appPage.statusLine.getByRole('button', { name: 'Try now' }).click()
  await expect(appPage.statusLine).toContainText(receivedAll)
  await expect(waiting).toHaveCount(0)
  await appPage.showClaims('Received')
  for (const policy of [keke, okada])
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
  await appPage.showRequests()
  await expect(appPage.entry(pharmacy)).toContainText('Received')
  expect(held(server.claims('keke'), keke)).toBe(1)
  expect(held(server.claims('okada'), okada)).toBe(1)
  expect(server.pharmacyRequests()).toHaveLength(1)
})

test('a refused key holds the queue and loses nothing, then a new key releases it', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const newKey = 'made-up-key-of-this-test'
  server.setKey(newKey)
  await appPage.submitClaim('keke', { policyNumber: keke })
  await expect(appPage.statusLine).toContainText('The insurer does not accept the key.')
  await appPage.showRequests()
  await expect(appPage.main.getByText('Ask head office for the current key.'), 'said once').toHaveCount(1)
  await appPage.showClaims('On its way')
  await expect(appPage.entry(keke)).toContainText('Waiting')
  await appPage.openSettings('Connection')
  await appPage.main.getByLabel('Merchant’s key').fill(newKey)
  await appPage.main.getByRole('button', { name: 'Replace key' }).click()
  await connected.app.answerDialog('Replace')
  await appPage.showClaims('Received')
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  expect(held(server.claims('keke'), keke)).toBe(1)
})

test('an unconfirmed pharmacy request is never resent automatically, only by an officer after a warning', async ({
  connected,
  server,
}) => {
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit', times: 1 })
  let appPage = await connected.page()
  const pharmacy = await appPage.requestPharmacy(keke)
  await appPage.showRequests()
  await expect(appPage.entry(pharmacy)).toContainText('Needs your decision')
  appPage = await connected.killAndRestart()
  // A delivered claim shows that the engine ran while the request was ahead of it in the queue.
  await appPage.submitClaim('okada', { policyNumber: okada })
  await appPage.showClaims('Received')
  await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received')
  await appPage.showRequests()
  await expect(appPage.entry(pharmacy)).toContainText('Needs your decision')
  expect(server.arrivals('request-pharmacy')).toBe(1)

  await appPage.act(pharmacy, 'Send again')
  const warning = appPage.page.getByRole('alertdialog')
  await expect(warning).toContainText('The customer may get the SMS and email twice.')
  await warning.getByRole('button', { name: 'Send again' }).click()
  await expect(appPage.main).toContainText('The insurer confirmed it.')
  await expect(appPage.main.getByRole('list', { name: 'Delivery' })).toContainText(
    'An officer sent it again.',
  )
  expect(server.arrivals('request-pharmacy')).toBe(2)
})
