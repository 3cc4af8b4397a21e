import type { Locator } from 'playwright-core'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 200 } })

const keke = policyOf('keke')
const sourceLine = (appPage: AppPage): Locator =>
  appPage.main.getByRole('status').filter({ hasText: /insurer at|offline pharmacies, |seen / })
const rows = (appPage: AppPage): Locator =>
  appPage.main.getByRole('row').filter({ has: appPage.page.getByRole('button') })
const box = (appPage: AppPage): Locator => appPage.main.getByRole('searchbox')
const panel = (appPage: AppPage): Locator => appPage.main.getByRole('region', { name: 'Offline pharmacies:' })

/** The five fields of the first pharmacy shown. */
async function firstPharmacy(
  appPage: AppPage,
): Promise<Record<'name' | 'code' | 'state' | 'lga' | 'address', string>> {
  const row = rows(appPage).first()
  // Reading the cells waits for none.
  await row.waitFor()
  const cells = await row.getByRole('cell').allInnerTexts()
  const [code = '', state = '', lga = '', address = ''] = cells
  return { name: await row.getByRole('button').innerText(), code, state, lga, address }
}

async function searchFor(appPage: AppPage, text: string): Promise<void> {
  await box(appPage).fill(text)
  await appPage.main.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Types what no pharmacy has: what a search shows next was not there before it. */
async function showNothing(appPage: AppPage): Promise<void> {
  await searchFor(appPage, 'zzzz')
  await expect(appPage.main.getByText('No pharmacy found', { exact: true })).toBeVisible()
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
  await rows(appPage).first().getByRole('button').click()
  const dialog = appPage.page.getByRole('dialog')
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
  const dialog = page.getByRole('dialog')
  const asked = server.arrivals('one-pharmacy')
  await rows(appPage).first().getByRole('button').click()
  await expect(dialog).toContainText('From the insurer at')
  expect(server.arrivals('one-pharmacy')).toBe(asked + 1)
  await page.keyboard.press('Escape')
  await server.disconnect()
  await rows(appPage).first().getByRole('button').click()
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
  // The next page was never seen: it is said that there may be more.
  await main.getByRole('button', { name: 'Next' }).click()
  await expect(sourceLine(appPage)).toContainText('No connection. Only the 15 pharmacies seen here')
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
    await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
    await expect(sourceLine(appPage)).toContainText('From the insurer')
  }
  await main.getByRole('button', { name: 'Clear' }).click()
  await expect(box(appPage)).toHaveValue('')
  await panel(appPage).getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(panel(appPage)).toContainText('200, complete', { timeout: 20_000 })
  await server.disconnect()
  await showNothing(appPage)
  // While it is typed: nothing has to be pressed.
  const words = `${wanted.name.split(' ')[0]?.slice(0, 4).toUpperCase() ?? ''} ${wanted.lga} ${wanted.state}`
  await box(appPage).fill(words)
  await expect(sourceLine(appPage)).toContainText('From 200 offline pharmacies, updated ')
  await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
  await expectAccessible(appPage.page, 'pharmacies offline')
  const word = wanted.lga.split(' ').find((part) => part.length > 5) ?? 'Pharmacy'
  await box(appPage).fill(`${word.slice(0, 2)}x${word.slice(2)}`)
  await expect(main.getByText(/similar/)).toBeVisible()
  await expect(rows(appPage).filter({ hasText: word }).first()).toBeVisible()
  await server.reconnect()
  await main.getByRole('button', { name: 'Ask the insurer' }).click()
  await expect(sourceLine(appPage)).toContainText('From the insurer at')
})
