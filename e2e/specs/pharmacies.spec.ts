import type { Locator } from 'playwright-core'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 200 } })

const keke = policyOf('keke')
const sourceLine = (appPage: AppPage): Locator =>
  appPage.main.getByRole('status').filter({ hasText: /insurer at|offline pharmacies, |seen / })
const box = (appPage: AppPage): Locator => appPage.main.getByRole('searchbox')

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
  await expect(main.getByText(/^(15|30) of 200 pharmacies$/)).toBeVisible()
  await searchFor(appPage, wanted.code)
  await expect(sourceLine(appPage)).toContainText(/No connection\.\s+Only the (15|30) pharmacies seen here/)
})

test('one box finds a pharmacy by any of its fields at the insurer, and offline with a mistake in them too', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main } = appPage
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
  const panel = await appPage.openDirectory()
  await panel.getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(panel).toContainText('200, complete', { timeout: 20_000 })
  await expect(main.getByRole('button', { name: '200 offline' })).toBeVisible()
  await appPage.page.keyboard.press('Escape')
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
