import type { Locator } from 'playwright-core'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 300 } })

const keke = policyOf('keke')
const sourceLine = (appPage: AppPage): Locator =>
  appPage.main.getByRole('status').filter({ hasText: /insurer at|offline pharmacies, |seen / })
const box = (appPage: AppPage): Locator => appPage.main.getByRole('searchbox')
const offer = ({ main }: AppPage): Locator => main.getByRole('region', { name: 'Download all pharmacies?' })
const panel = ({ main }: AppPage): Locator => main.getByRole('region', { name: 'Offline pharmacies:' })

/** The fields of the first pharmacy shown. */
async function firstPharmacy(
  appPage: AppPage,
): Promise<Record<'name' | 'code' | 'state' | 'lga' | 'address', string>> {
  const [name = '', address = '', place = '', code = ''] = (
    await appPage.pharmacies.first().innerText()
  ).split(/\n+/)
  const [lga = '', state = ''] = place.split(' · ')
  return { name, code, state, lga, address }
}

/** Has the insurer asked for it, where it would not be while it is typed. */
async function searchFor(appPage: AppPage, text: string): Promise<void> {
  await box(appPage).fill(text)
  const asks = appPage.main.getByText('Press Enter to ask the insurer.')
  const answered = appPage.main.getByRole('status').filter({ hasText: /\d pharmac|No pharmacy/ })
  await asks.or(answered).first().waitFor()
  if (await asks.isVisible()) await box(appPage).press('Enter')
}

/** Types what no pharmacy has: what a search shows next was not there before it. */
async function showNothing(appPage: AppPage): Promise<void> {
  await searchFor(appPage, 'zzzz')
  await expect(appPage.main.getByText('No pharmacy found', { exact: true }).last()).toBeVisible()
}

test('a second request for the same policy and pharmacy asks first and says how the first one stands', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const name = await appPage.requestPharmacy(keke)
  // The insurer has it before this computer knows: how it stands is said as it was when it was asked.
  await appPage.showRequests()
  await expect(appPage.entry(name)).toContainText('Received')
  expect(server.pharmacyRequests()).toHaveLength(1)
  await appPage.goTo('Pharmacies')
  await appPage.pharmacies.first().click()
  const dialog = appPage.pharmacy
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByLabel('Customer’s policy number').fill(keke.toLowerCase())
  await expect(dialog).toContainText(`Send ${name} to the customer of policy ${keke}.`)
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await expect(dialog).toContainText('This was already submitted')
  await expect(dialog).toContainText('“Received')
  expect(server.pharmacyRequests()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText(', for the customer of policy').waitFor()
  await expect.poll(() => server.pharmacyRequests().length).toBe(2)
})

test('one pharmacy is shown, printed and given as a QR code, online and offline, where what was seen is listed', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.goTo('Pharmacies')
  const wanted = await firstPharmacy(appPage)
  const dialog = appPage.pharmacy
  const asked = server.arrivals('one-pharmacy')
  await appPage.pharmacies.first().click()
  await expect(dialog).toContainText('From the insurer at')
  expect(server.arrivals('one-pharmacy')).toBe(asked + 1)
  await page.keyboard.press('Escape')
  await server.disconnect()
  await appPage.pharmacies.first().click()
  await expect(dialog).toContainText('No connection.')
  await expect(dialog).toContainText(wanted.address)
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('img', { name: wanted.address })).toBeVisible()
  await expectAccessible(page, 'one pharmacy as QR code')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-slip')).toContainText(wanted.address)
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('.print-slip')).toBeHidden()
  await page.keyboard.press('Escape')
  // The next page was never seen: it is said, and what was seen stays.
  await main.getByRole('button', { name: 'Show more' }).click()
  await expect(main.getByText('No more could be loaded. No connection.')).toBeVisible()
  // One page, or two where the list is that high: nothing that was shown is lost.
  await expect(main.getByText(/^(15|30) of 300 pharmacies$/)).toBeVisible()
  await searchFor(appPage, wanted.code)
  await expect(sourceLine(appPage)).toContainText(/No connection\.\s+Only the (15|30) pharmacies seen here/)
})

test('one box finds a pharmacy by any of its fields at the insurer, and offline with a mistake in them too', async ({
  connected,
  server,
}) => {
  let appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await expect(sourceLine(appPage)).toContainText('From the insurer at')
  const wanted = await firstPharmacy(appPage)
  for (const text of [wanted.code, wanted.address]) {
    await showNothing(appPage)
    await searchFor(appPage, text)
    await expect(appPage.pharmacies.filter({ hasText: wanted.code })).toHaveCount(1)
    await expect(sourceLine(appPage)).toContainText('From the insurer')
  }
  await box(appPage).press('Escape')
  await expect(box(appPage)).toHaveValue('')

  await test.step('the download of all is offered once, with its progress, and goes on after a kill', async () => {
    await appPage.goTo('Today')
    await request(appPage.page, 'settings:change', { directoryOffered: [] })
    await expect(offer(appPage)).toContainText('Then you can search them without a connection.')
    await expectAccessible(appPage.page, 'offer of the pharmacies')
    await expectFits(appPage.page, 'offer of the pharmacies')
    // It gets no further than this before it is paused.
    const { promise: isKilled, resolve: goOn } = Promise.withResolvers<undefined>()
    server.faults.set('all-pharmacies', { type: 'held', skip: 5, until: isKilled })
    await offer(appPage).getByRole('button', { name: 'Download now' }).click()
    await expect(panel(appPage).getByRole('progressbar')).toBeVisible()
    // How many pages there are is known with the first.
    await expect(panel(appPage)).toContainText(/Downloading: [1-9]/)
    await panel(appPage).getByRole('button', { name: 'Pause' }).click()
    await expect(panel(appPage)).toContainText('Paused.')
    appPage = await connected.killAndRestart()
    server.faults.clear()
    goOn(undefined)
    await expect(offer(appPage)).toBeHidden()
    await appPage.openDirectory()
    await expect(panel(appPage)).toContainText(/Paused\. .*of 20/)
    await panel(appPage).getByRole('button', { name: 'Continue' }).click()
    await expect(panel(appPage)).toContainText('300, complete', { timeout: 20_000 })
    await expect(appPage.main.getByRole('button', { name: '300 offline' })).toBeVisible()
    await appPage.page.keyboard.press('Escape')
  })

  const { main } = appPage
  await server.disconnect()
  await showNothing(appPage)
  // While it is typed: nothing has to be pressed.
  const words = `${wanted.name.split(' ')[0]?.slice(0, 4).toUpperCase() ?? ''} ${wanted.lga} ${wanted.state}`
  await box(appPage).fill(words)
  await expect(appPage.pharmacies.filter({ hasText: wanted.code })).toHaveCount(1)
  await expectAccessible(appPage.page, 'pharmacies offline')
  const word = wanted.lga.split(' ').find((part) => part.length > 5) ?? 'Pharmacy'
  await box(appPage).fill(`${word.slice(0, 2)}x${word.slice(2)}`)
  await expect(main.getByText(/similar/)).toBeVisible()
  await expect(appPage.pharmacies.filter({ hasText: word }).first()).toBeVisible()
  await server.reconnect()
  await (await appPage.openDirectory()).locator('..').getByRole('button', { name: 'Ask the insurer' }).click()
  await expect(sourceLine(appPage)).toContainText('From the insurer at')
})

// The last: the desk belongs to another insurer then.
test(
  'an office moves to another address: allowed by a person, with the key typed again',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const other = await runTestInsurer({ file: null, key: merchantKeys.firstStart })
    const { app } = connected
    const appPage = await connected.page()
    const { main, page } = appPage
    await appPage.goTo('Pharmacies')
    // It says what was searched for last.
    await box(appPage).fill('')
    const pharmacies = await appPage.openDirectory()
    await pharmacies.getByRole('button', { name: /^(Download all pharmacies|Update list)$/ }).click()
    await expect(pharmacies).toContainText('300, complete', { timeout: 20_000 })
    await server.disconnect()
    const policyNumber = policyOf('keke', 1)
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
    const entry = appPage.entry(asked)
    await expect(entry.first()).toContainText('was selected at another address of the insurer')
    expect(other.arrivals('request-pharmacy')).toBe(0)
    await entry.getByRole('button', { name: 'Correct' }).click()
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
