import type { Locator } from 'playwright-core'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ practice: { pharmacyCount: 200 } })

const keke = policyOf('keke')
const sourceLine = (appPage: AppPage): Locator =>
  appPage.main.getByRole('status').filter({ hasText: /insurer|kept on this computer|seen on this computer/ })
const rows = (appPage: AppPage): Locator =>
  appPage.main.getByRole('row').filter({ has: appPage.page.getByRole('button') })
const lookInKept = (appPage: AppPage): Promise<void> =>
  appPage.main.getByRole('radio', { name: 'Search offline' }).check()

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

async function searchFor(appPage: AppPage, field: string, text: string): Promise<void> {
  await appPage.main.getByLabel('Look for').fill(text)
  await appPage.main.getByLabel('in', { exact: true }).selectOption({ label: field })
  await appPage.main.getByRole('button', { name: 'Search', exact: true }).click()
}

async function keepDirectory(appPage: AppPage): Promise<void> {
  const panel = appPage.main.getByRole('region', { name: 'Offline pharmacies' })
  await panel.getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(panel).toContainText('200 pharmacies, complete', { timeout: 20_000 })
}

test('each filter finds a pharmacy at the insurer, and without a connection the same in what is kept', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await expect(sourceLine(appPage)).toContainText('From the insurer, read at')
  const wanted = await firstPharmacy(appPage)
  const searches = [
    ['Name', wanted.name, 'search-pharmacies-by-name'],
    ['Code', wanted.code, 'search-pharmacies'],
    ['State', wanted.state, 'search-pharmacies'],
    ['Local government area', wanted.lga, 'search-pharmacies'],
    ['Address', wanted.address, 'search-pharmacies'],
  ] as const
  for (const [field, text, endpoint] of searches) {
    const asked = server.arrivals(endpoint)
    await searchFor(appPage, field, text)
    // Until the answer is there, the result of the search before is on screen.
    await expect.poll(() => server.arrivals(endpoint)).toBeGreaterThan(asked)
    await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
    await expect(sourceLine(appPage)).toContainText('From the insurer')
  }
  await appPage.main.getByRole('button', { name: 'Show all' }).click()
  await keepDirectory(appPage)
  await server.disconnect()

  for (const [field, text] of searches) {
    await searchFor(appPage, field, text.toUpperCase().slice(0, -1))
    await expect(sourceLine(appPage)).toContainText('No connection. From the directory kept on this computer')
    await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
  }
})

test('what is kept is searched by all fields together, without accents and with one mistake, online too', async ({
  connected,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await keepDirectory(appPage)
  const wanted = await firstPharmacy(appPage)
  await lookInKept(appPage)
  await expect(sourceLine(appPage)).toContainText('complete, 200 pharmacies')
  await expect(sourceLine(appPage)).not.toContainText('no connection')
  await appPage.main.getByLabel('State', { exact: true }).fill(wanted.state)
  await appPage.main.getByLabel('Local government area').fill(wanted.lga)
  await appPage.main.getByLabel('Anywhere').fill(wanted.name.split(' ')[0]?.slice(0, 3).toUpperCase() ?? '')
  await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
  await appPage.main.getByRole('button', { name: 'Clear' }).click()
  const word = wanted.lga.split(' ').find((part) => part.length > 5) ?? 'Pharmacy'
  await appPage.main.getByLabel('Anywhere').fill(`${word.slice(0, 2)}x${word.slice(2)}`)
  await expect(appPage.main.getByText(/similar/)).toBeVisible()
  await expect(rows(appPage).filter({ hasText: word }).first()).toBeVisible()
})

test('results from what is kept become those of the whole directory as soon as it is kept', async ({
  connected,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await expect(sourceLine(appPage)).toContainText('From the insurer')
  await appPage.main.getByText('Search offline').click()
  await expect(sourceLine(appPage)).toContainText('Only the pages seen on this computer')
  await keepDirectory(appPage)
  await expect(sourceLine(appPage)).toContainText('From the directory kept on this computer')
  await expect(appPage.main.getByText('200 pharmacies', { exact: true })).toBeVisible()
})

test('pages are turned to the last and back, seen ones open without a connection with their age', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const page = appPage.main.getByRole('textbox', { name: 'Page' })
  await appPage.goTo('Pharmacies')
  // The next page is fetched before anyone asks for it.
  await server.arrived('all-pharmacies', 2)
  await appPage.main.getByRole('button', { name: 'Last page' }).click()
  await expect(page).toHaveValue('14')
  await expect(rows(appPage)).toHaveCount(5)
  await appPage.main.getByRole('button', { name: 'First page' }).click()
  await expect(page).toHaveValue('1')
  await page.fill('99')
  await page.press('Enter')
  await expect(appPage.main.getByText('There is no page 99: the last one is 14.')).toBeVisible()
  await server.disconnect()
  await appPage.main.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(sourceLine(appPage)).toContainText('No connection. A page kept on this computer')
  await expect(rows(appPage)).toHaveCount(5)
  // Page 7 was never seen: what was is shown, and it is said that there may be more.
  await page.fill('7')
  await page.press('Enter')
  await expect(sourceLine(appPage)).toContainText('Only the pages seen on this computer')
})

test('one pharmacy is shown, printed and given as a QR code, online and offline', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  const wanted = await firstPharmacy(appPage)
  const dialog = appPage.page.getByRole('dialog')
  const open = (): Promise<void> => rows(appPage).first().getByRole('button').click()
  await open()
  await expect(dialog).toContainText('From the insurer, read at')
  expect(server.arrivals('one-pharmacy')).toBe(1)
  await appPage.page.keyboard.press('Escape')
  await server.disconnect()
  await open()
  await expect(dialog).toContainText('No connection.')
  await expect(dialog).toContainText(wanted.address)
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('img', { name: wanted.address })).toBeVisible()
  await appPage.page.emulateMedia({ media: 'print' })
  await expect(appPage.page.locator('.print-slip')).toContainText(wanted.address)
  await expect(appPage.page.getByRole('banner')).toBeHidden()
  await appPage.page.emulateMedia({ media: 'screen' })
  await expect(appPage.page.locator('.print-slip')).toBeHidden()
})

test('a second request for the same policy and pharmacy asks first and says how the first one stands', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const name = await appPage.requestPharmacy(keke)
  // The insurer has it before this computer knows: how it stands is said as it was when it was asked.
  await appPage.goTo('Outbox')
  await expect(appPage.entry(name)).toContainText('The insurer confirmed it.')
  expect(server.pharmacyRequests()).toHaveLength(1)
  await appPage.goTo('Pharmacies')
  await rows(appPage).first().getByRole('button').click()
  const dialog = appPage.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByLabel('Customer’s policy number').fill(keke.toLowerCase())
  await expect(dialog).toContainText(`Send details of ${name} to the customer of policy ${keke}.`)
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await expect(dialog).toContainText('This was asked for before')
  await expect(dialog).toContainText('“Received')
  await dialog.getByRole('button', { name: 'Do not send' }).click()
  expect(server.pharmacyRequests()).toHaveLength(1)

  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByLabel('Customer’s policy number').fill(keke)
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByRole('button', { name: 'Send it once more' }).click()
  await dialog.getByText('Saved on this computer').waitFor()
  await expect.poll(() => server.pharmacyRequests().length).toBe(2)
})

test('a request made without a connection goes out once when it is back', async ({ connected, server }) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await rows(appPage).first().waitFor()
  await server.disconnect()
  const name = await appPage.requestPharmacy(keke)
  await appPage.goTo('Outbox')
  await expect(appPage.entry(name)).toContainText('Waiting')
  await server.reconnect()
  await appPage.main.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => server.pharmacyRequests().length).toBe(1)
})

test.describe('a list that is empty', () => {
  test.use({ practice: { pharmacyCount: 0 } })
  test('is said to be empty, from the insurer and kept', async ({ connected }) => {
    const appPage = await connected.page()
    await appPage.goTo('Pharmacies')
    await expect(appPage.main.getByText('The insurer’s list holds no pharmacies')).toBeVisible()
    await appPage.main.getByRole('button', { name: 'Download all pharmacies' }).click()
    await expect(appPage.main.getByText('0 pharmacies, complete')).toBeVisible()
    await lookInKept(appPage)
    await expect(appPage.main.getByText('No pharmacy found', { exact: true })).toBeVisible()
  })
})

test('names in every script and a text of ten million letters are shown, kept and found', async ({
  launch,
  dataDir,
  server,
}) => {
  const odd = [
    { id: 1, pharmacy_name: "Ọ̀ṣun “Best” & Sons' <Pharmacy>", pharmacy_address: '1 Ìbàdàn Road' },
    { id: 2, pharmacy_name: 'صيدلية النور', pharmacy_address: 'شارع السوق 5' },
    { id: 3, pharmacy_name: 'Ụlọ Ọgwụ Ụmụahịa', pharmacy_address: `Long Street ${'x'.repeat(10_000_000)}` },
  ].map((row) => ({
    ...row,
    pharmacy_code: `PH-${row.id}`,
    state_of_premise: 'Osun',
    lga: 'Oshogbo',
    created_at: null,
    updated_at: null,
    unheard_of: { of: [1, 2] },
  }))
  const data = { current_page: 1, last_page: 1, per_page: 15, total: 3, from: 1, to: 3, data: odd }
  server.faults.set('all-pharmacies', {
    type: 'wrong-shape',
    body: { success: true, data, response_message: '', response_code: '' },
  })
  const connected = await launchConnected(launch, dataDir, server)
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await expect(rows(appPage)).toHaveCount(3, { timeout: 20_000 })
  await expect(rows(appPage).nth(2)).toContainText('letters in all')
  await appPage.main.getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(appPage.main.getByText('3 pharmacies, complete')).toBeVisible({ timeout: 20_000 })
  await server.disconnect()
  await lookInKept(appPage)
  for (const [typed, code] of [
    ['osun best sons', 'PH-1'],
    ['النور', 'PH-2'],
    ['umuahia ogwu', 'PH-3'],
  ] as const) {
    await appPage.main.getByLabel('Anywhere').fill(typed)
    await expect(rows(appPage)).toHaveCount(1)
    await expect(rows(appPage)).toContainText(code)
  }
})

test('the screen and its dialogs break no rule of accessibility, light and dark', async ({ connected }) => {
  const appPage = await connected.page()
  const check = (state: string): Promise<void> => expectAccessible(appPage.page, state)
  await appPage.goTo('Pharmacies')
  await rows(appPage).first().waitFor()
  await check('pharmacies of the insurer')
  await keepDirectory(appPage)
  await lookInKept(appPage)
  await rows(appPage).first().waitFor()
  await check('pharmacies kept')
  await rows(appPage).first().getByRole('button').click()
  const dialog = appPage.page.getByRole('dialog')
  await expect(dialog).toContainText('From the insurer')
  await check('one pharmacy')
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await check('one pharmacy as QR code')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await check('sending a pharmacy')
})
