import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { policyOf } from '../pages/desk-page.ts'

const keke = policyOf('keke')
const okada = policyOf('okada')

/** How many claims the server holds for a policy. */
const held = (rows: readonly { readonly policy_number: string }[], policy: string): number =>
  rows.filter((row) => row.policy_number === policy).length

test('what was captured without a connection is delivered by itself, once each', async ({
  connected,
  server,
}) => {
  const desk = await connected.page()
  await desk.goTo('Pharmacies')
  await desk.main.getByRole('row').nth(1).waitFor()
  await server.disconnect()
  await desk.submitClaim('keke', { policyNumber: keke })
  await desk.submitClaim('okada', { policyNumber: okada })
  await desk.requestPharmacy(keke)
  await desk.goTo('Outbox')
  await expect(desk.statusLine).toContainText('No connection.')
  await expect(desk.statusLine).toContainText('2 claims and 1 pharmacy request wait on this computer')
  const entries = desk.main.getByRole('list', { name: 'Entries of the outbox' }).getByRole('listitem')
  await expect(entries).toHaveCount(3)
  await expect(entries.filter({ hasText: 'Waiting' })).toHaveCount(3)

  await server.reconnect()
  await desk.main.getByRole('button', { name: 'Try now' }).click()
  await expect(desk.statusLine).toContainText('Everything submitted on this computer has reached the insurer')
  await expect(desk.main.getByText('The insurer confirmed it.')).toHaveCount(3)
  expect(held(server.claims('keke'), keke)).toBe(1)
  expect(held(server.claims('okada'), okada)).toBe(1)
  expect(server.pharmacyRequests()).toHaveLength(1)
})

test('an answer lost after the commit leaves one claim at the insurer, and it is received here', async ({
  launch,
  dataDir,
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit' })
  const connected = await launchConnected(launch, dataDir, server)
  const desk = await connected.page()
  await desk.submitClaim('keke', { policyNumber: keke })
  await desk.goTo('Outbox')
  await expect(desk.entry(keke)).toContainText('Not sure it arrived')
  // Without any action, the reading after fifteen seconds finds it.
  await connected.desk.passTime(15_000)
  await expect(desk.entry(keke)).toContainText('It was found in the insurer’s list.')
  expect(held(server.claims('keke'), keke)).toBe(1)
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test('an officer has the list read at once for a claim whose answer was lost', async ({
  launch,
  dataDir,
  server,
}) => {
  server.faults.set('create-okada-claim', { type: 'truncate' })
  const connected = await launchConnected(launch, dataDir, server)
  const desk = await connected.page()
  await desk.submitClaim('okada', { policyNumber: okada })
  await desk.goTo('Outbox')
  await desk.act(okada, 'Check the insurer’s list now')
  await expect(desk.entry(okada)).toContainText('It was found in the insurer’s list.')
  expect(held(server.claims('okada'), okada)).toBe(1)
})

test('a refused key holds the queue and loses nothing, then a new key releases it', async ({
  connected,
  server,
}) => {
  const desk = await connected.page()
  const newKey = 'made-up-key-of-this-test'
  server.setKey(newKey)
  await desk.submitClaim('keke', { policyNumber: keke })
  await expect(desk.statusLine).toContainText('The insurer refuses the key.')
  await desk.goTo('Outbox')
  await expect(desk.entry(keke)).toContainText('Waiting')
  await desk.goTo('Settings')
  await desk.main.getByLabel('Merchant’s key').fill(newKey)
  await desk.main.getByRole('button', { name: 'Replace key' }).click()
  await desk.goTo('Outbox')
  await expect(desk.entry(keke)).toContainText('The insurer confirmed it.')
  expect(held(server.claims('keke'), keke)).toBe(1)
})

test('a rejected claim comes back as a draft with the reasons, and the ones behind it are delivered', async ({
  connected,
  server,
}) => {
  const desk = await connected.page()
  await server.disconnect()
  const unknown = 'KKP/0000/XX/000000'
  await desk.submitClaim('keke', { policyNumber: unknown })
  await desk.submitClaim('keke', { policyNumber: keke })
  await server.reconnect()
  await desk.goTo('Outbox')
  await desk.main.getByRole('button', { name: 'Try now' }).click()
  await expect(desk.entry(unknown)).toContainText('Turned down')
  await expect(desk.entry(keke)).toContainText('The insurer confirmed it.')

  await desk.act(unknown, 'Correct')
  await expect(desk.main.getByText('The insurer turned this claim down')).toBeVisible()
  await expect(desk.field('Policy number')).toHaveValue(unknown)
  await expect(desk.main.getByText('The insurer says: No keke pass policy has this number.')).toBeVisible()
  const corrected = policyOf('keke', 1)
  await desk.field('Policy number').fill(corrected)
  await desk.main.getByRole('button', { name: 'Submit claim' }).click()
  await desk.goTo('Outbox')
  await expect(desk.entry(corrected)).toContainText('The insurer confirmed it.')
  expect(held(server.claims('keke'), corrected)).toBe(1)
})

test('an unconfirmed pharmacy request is never resent automatically, only by an officer after a warning', async ({
  launch,
  dataDir,
  server,
}) => {
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit', times: 1 })
  const connected = await launchConnected(launch, dataDir, server)
  let desk = await connected.page()
  const pharmacy = await desk.requestPharmacy(keke)
  await desk.goTo('Outbox')
  await expect(desk.entry(pharmacy)).toContainText('Not sure it arrived')
  desk = await connected.killAndRestart()
  // A delivered claim shows that the engine ran while the request was ahead of it in the queue.
  await desk.submitClaim('okada', { policyNumber: okada })
  await desk.goTo('Outbox')
  await expect(desk.entry(okada)).toContainText('The insurer confirmed it.')
  await expect(desk.entry(pharmacy)).toContainText('Not sure it arrived')
  expect(server.arrivals('request-pharmacy')).toBe(1)

  await desk.act(pharmacy, 'Send again')
  const warning = desk.page.getByRole('alertdialog').or(desk.page.getByRole('dialog'))
  await expect(warning).toContainText('The customer may get the same SMS and e-mail twice.')
  await warning.getByRole('button', { name: 'Send again' }).click()
  await expect(desk.entry(pharmacy)).toContainText('The insurer confirmed it.')
  expect(server.arrivals('request-pharmacy')).toBe(2)
})
