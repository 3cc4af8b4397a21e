import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys, storeKey } from '../support/canary-values.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'

// One desk, which moves to another insurer in the last test.
test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 40, accessKey: storeKey } })

const minute = 60_000

test(
  'each cause of a missing connection is shown, and is in the log; a wrong clock is told on every screen',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main } = appPage
    const openConnection = async (): Promise<void> => {
      await appPage.statusLine.getByRole('link', { name: 'Connection' }).focus()
      await appPage.page.keyboard.press('Enter')
      await main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    }
    const tryNow = (): Promise<void> => main.getByRole('button', { name: 'Try now' }).click()
    await openConnection()
    await expect(main).toContainText('The connection to the insurer works')
    await expect(main).toContainText('It agrees with the insurer’s clock.')

    await server.disconnect()
    await tryNow()
    await expect(main).toContainText('The insurer’s system does not answer')
    await expectAccessible(appPage.page, 'connection, offline')
    // Before the connection is back: an automatic check in between would see it working for a moment.
    server.faults.set('every-endpoint', { type: 'html' })
    await server.reconnect()
    await tryNow()
    await expect(main).toContainText('The network may want you to sign in or buy data')
    server.faults.clear()
    server.setKey('another-made-up-key')
    await tryNow()
    await expect(main).toContainText('The insurer does not accept the key')
    server.setKey(merchantKeys.run)
    server.moveClock(-13 * minute)
    await tryNow()
    await expect(main).toContainText('13 minutes ahead of the insurer’s')
    await appPage.goTo('New claim')
    await expect(main).toContainText('This computer’s clock is 13 minutes ahead of the insurer’s.')
    await expectAccessible(appPage.page, 'a wrong clock')
    server.moveClock(13 * minute)
    await openConnection()
    await tryNow()
    await expect(main).toContainText('It agrees with the insurer’s clock.')

    const log = readFileSync(join(connected.app.dataDir, 'logs', 'main.log'), 'utf8')
    const logged = [...log.matchAll(/"event":"connection","environment":"[a-z]+","kind":"([a-z-]+)"/g)]
    expect(logged.map(([, kind]) => kind)).toEqual(
      expect.arrayContaining(['works', 'no-answer', 'intercepted', 'key-refused']),
    )
  },
)

test('a manager sets the file store, checks it, and sees what is wrong with it', async ({
  connected,
  server,
}) => {
  const { app } = connected
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.openSettings('Connection')
  const card = main.getByRole('region', { name: 'File store', exact: true })
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await card.getByLabel(label, { exact: true }).fill(value)
  }
  await expect(card.getByText('No file store is set')).toBeVisible()
  await card.getByRole('button', { name: 'Set up a file store' }).click()
  await fill({ 'Address of the store': 'https://<account>.store.example', Region: 'us-east-1' })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByLabel('Address of the store')).toHaveAccessibleDescription(/Enter a web address/)
  await expectAccessible(page, 'settings, a file store with fields to correct')
  await expectFits(page, 'settings, a file store with fields to correct')

  const links = `${server.url}/file-store/claims`
  await fill({
    'Address of the store': `${server.url}/file-store`,
    Bucket: 'claims',
    'Folder in the bucket': 'desk',
    'Address of the links': links,
    'Access key ID': storeKey.id,
    'Secret access key': 'made-up-wrong-secret',
  })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect
    .poll(async () => (await app.dialog())?.message)
    .toBe(`Send the files of claims to “${links}/desk/ (their links: ${links})”?`)
  await app.answerDialog('Cancel')
  await expect(card.getByText('The new store was not allowed.')).toBeVisible()
  expect(server.fileStore.requests('put')).toBe(0)
  await card.getByRole('button', { name: 'Check and use' }).click()
  await app.answerDialog('Send them there')
  await expect(card.getByText('The store does not accept the access key')).toBeVisible()
  await expect(card.getByText('Nothing was changed.')).toBeVisible()

  await fill({ 'Secret access key': storeKey.secret })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByText('The file store works')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Change' })).toBeFocused()
  await expect(card.getByText(`Access key ${storeKey.id} is set until you quit`)).toBeVisible()
  await expectAccessible(page, 'settings with a file store')
  expect(server.files(), 'nothing is left of the checks').toEqual([])
  const check = card.getByRole('button', { name: 'Check the store' })
  server.fileStore.behave({ listable: true })
  // Main tries a store once a second at most: an officer who is faster clicks again.
  await expect(async () => {
    await check.click()
    // A try takes longer where the store does not show what it took.
    await expect(check).toBeEnabled()
    await expect(card.getByText('Anyone can list the files of this store')).toBeVisible({ timeout: 500 })
  }).toPass()
  server.fileStore.behave({})

  const answers = await page.evaluate(async () => [
    await window.bridge.request('file-store:status'),
    await window.bridge.request('app:status'),
  ])
  expect(answers).toMatchObject([{ ok: true }, { ok: true }])
  expect(JSON.stringify(answers)).not.toContain(storeKey.secret)
  expect(await page.content()).not.toContain(storeKey.secret)
  await card.getByRole('button', { name: 'Remove' }).click()
  await app.answerDialog('Remove')
  await expect(card.getByText('No file store is set')).toBeVisible()
})

test(
  'an office moves to another address: allowed by a person, with the key typed again',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const other = await runTestInsurer({ file: null, key: merchantKeys.firstStart })
    const { app } = connected
    const appPage = await connected.page()
    const { main, page } = appPage
    const pharmacies = await appPage.openDirectory()
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
    await expect(main.getByRole('region', { name: 'Connection' })).toContainText(other.url)
    await appPage.showClaims()
    await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')
    expect(other.arrivals('create-keke-claim')).toBe(1)

    // Nothing of the first insurer's is left to choose. Numbers are other pharmacies there: an officer selects it again.
    await appPage.showRequests()
    const request = appPage.entry(asked)
    await expect(request.first()).toContainText('was selected at another address of the insurer')
    expect(other.arrivals('request-pharmacy')).toBe(0)
    await request.getByRole('button', { name: 'Correct' }).click()
    await expect(main.getByRole('button', { name: 'Not downloaded' })).toBeVisible()
    const again = main.getByText(`${asked} was selected at another address of the insurer.`)
    await expect(again).toBeVisible()
    await expectAccessible(page, 'a pharmacy to be selected again')
    await appPage.pharmacies.filter({ hasText: asked }).first().click()
    const dialog = appPage.pharmacy
    await expect(dialog.getByLabel('Customer’s policy number')).toHaveValue(policyNumber)
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await expect(dialog).toContainText('Received')
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
    expect(other.arrivals('request-pharmacy')).toBe(1)
    await other.close()
  },
)
