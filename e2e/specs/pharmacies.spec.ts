import type { Locator } from 'playwright-core'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, sharedTest, test } from '../support/fixtures.ts'

test.describe.configure({ mode: 'default' })
sharedTest.use({ practice: { pharmacyCount: 200 } })

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

/** Unless a test before did. */
async function download(appPage: AppPage): Promise<void> {
  const all = panel(appPage).getByRole('button', { name: 'Download all pharmacies' })
  await panel(appPage)
    .getByText(/\d+, complete/)
    .or(all)
    .waitFor()
  if (await all.isVisible()) await all.click()
  await expect(panel(appPage)).toContainText('200, complete', { timeout: 20_000 })
}

sharedTest(
  'pages are turned, and what was seen is there without a connection, with its time',
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const page = (text: string): Locator => appPage.main.getByText(text, { exact: true })
    await appPage.goTo('Pharmacies')
    await expect(page('Page 1 of 14')).toBeVisible()
    await appPage.main.getByRole('button', { name: 'Next' }).click()
    await expect(page('Page 2 of 14')).toBeVisible()
    await expect(rows(appPage)).toHaveCount(15)
    await appPage.main.getByRole('button', { name: 'Previous' }).click()
    await expect(page('Page 1 of 14')).toBeVisible()
    await server.disconnect()
    // What was seen is shown, and it is said that there may be more.
    await appPage.main.getByRole('button', { name: 'Next' }).click()
    await expect(sourceLine(appPage)).toContainText(
      'No connection. Only the 30 pharmacies seen here, the oldest',
    )
    await expect(page('Page 2 of 2')).toBeVisible()
    await expect(rows(appPage)).toHaveCount(15)
  },
)

sharedTest(
  'one pharmacy is shown, printed and given as a QR code, online and offline',
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.goTo('Pharmacies')
    const wanted = await firstPharmacy(appPage)
    const dialog = appPage.page.getByRole('dialog')
    const open = (): Promise<void> => rows(appPage).first().getByRole('button').click()
    const asked = server.arrivals('one-pharmacy')
    await open()
    await expect(dialog).toContainText('From the insurer at')
    expect(server.arrivals('one-pharmacy')).toBe(asked + 1)
    await appPage.page.keyboard.press('Escape')
    await server.disconnect()
    await open()
    await expect(dialog).toContainText('No connection.')
    await expect(dialog).toContainText(wanted.address)
    await dialog.getByRole('button', { name: 'Show QR code' }).click()
    await expect(dialog.getByRole('img', { name: wanted.address })).toBeVisible()
    await expectAccessible(appPage.page, 'one pharmacy as QR code')
    await appPage.page.emulateMedia({ media: 'print' })
    await expect(appPage.page.locator('.print-slip')).toContainText(wanted.address)
    await expect(appPage.page.getByRole('banner')).toBeHidden()
    await appPage.page.emulateMedia({ media: 'screen' })
    await expect(appPage.page.locator('.print-slip')).toBeHidden()
  },
)

sharedTest(
  'a second request for the same policy and pharmacy asks first and says how the first one stands',
  async ({ connected, server }) => {
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
    await dialog.getByRole('button', { name: 'Do not send' }).click()
    expect(server.pharmacyRequests()).toHaveLength(1)

    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await dialog.getByLabel('Customer’s policy number').fill(keke)
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText(', for the customer of policy').waitFor()
    await expect.poll(() => server.pharmacyRequests().length).toBe(2)
  },
)

sharedTest(
  'one box finds a pharmacy by any of its fields at the insurer, and offline without a connection',
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.goTo('Pharmacies')
    await expect(sourceLine(appPage)).toContainText('From the insurer at')
    const wanted = await firstPharmacy(appPage)
    const texts = [wanted.name, wanted.code, wanted.state, wanted.lga, wanted.address]
    for (const text of texts) {
      await showNothing(appPage)
      const byName = server.arrivals('search-pharmacies-by-name')
      const byField = server.arrivals('search-pharmacies')
      await searchFor(appPage, text)
      await expect.poll(() => server.arrivals('search-pharmacies-by-name')).toBeGreaterThan(byName)
      await expect.poll(() => server.arrivals('search-pharmacies')).toBeGreaterThan(byField)
      await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
      await expect(sourceLine(appPage)).toContainText('From the insurer')
    }
    await appPage.main.getByRole('button', { name: 'Clear' }).click()
    await expect(box(appPage)).toHaveValue('')
    await download(appPage)
    await server.disconnect()

    for (const text of texts) {
      await showNothing(appPage)
      // While it is typed: nothing has to be pressed.
      await box(appPage).fill(text.toUpperCase().slice(0, -1))
      await expect(sourceLine(appPage)).toContainText('From 200 offline pharmacies, updated ')
      await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
    }
  },
)

sharedTest(
  'ten pharmacies of an area take one search offline, and four of them need no scrolling',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.page.setViewportSize({ width: 1024, height: 700 })
    await appPage.goTo('Pharmacies')
    await expect(rows(appPage).nth(3)).toBeInViewport({ ratio: 1 })
    await download(appPage)
    await server.disconnect()
    const { lga } = await firstPharmacy(appPage)
    const asked = server.arrivals('search-pharmacies')
    await showNothing(appPage)
    await box(appPage).fill(lga)
    await expect(rows(appPage).first()).toContainText(lga)
    await expect(rows(appPage).nth(Math.min(3, (await rows(appPage).count()) - 1))).toBeInViewport({
      ratio: 1,
    })
    await expect(appPage.page.getByText(/^\d+ pharmac/)).toBeVisible()
    expect(server.arrivals('search-pharmacies')).toBe(asked)
  },
)

sharedTest(
  'words of several fields are found offline, with one mistake too, and the insurer can be asked',
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.goTo('Pharmacies')
    await download(appPage)
    await expect(sourceLine(appPage)).toContainText('From 200 offline pharmacies')
    await expectAccessible(appPage.page, 'pharmacies offline')
    const wanted = await firstPharmacy(appPage)
    const words = `${wanted.name.split(' ')[0]?.slice(0, 4).toUpperCase() ?? ''} ${wanted.lga} ${wanted.state}`
    await showNothing(appPage)
    await box(appPage).fill(words)
    await expect(rows(appPage).filter({ hasText: wanted.code })).toHaveCount(1)
    const word = wanted.lga.split(' ').find((part) => part.length > 5) ?? 'Pharmacy'
    await box(appPage).fill(`${word.slice(0, 2)}x${word.slice(2)}`)
    await expect(appPage.main.getByText(/similar/)).toBeVisible()
    await expect(rows(appPage).filter({ hasText: word }).first()).toBeVisible()
    await box(appPage).fill(wanted.state)
    await expect(rows(appPage).first()).toBeVisible()
    const asked = server.arrivals('search-pharmacies')
    await appPage.main.getByRole('button', { name: 'Ask the insurer' }).click()
    await expect(sourceLine(appPage)).toContainText('From the insurer at')
    expect(server.arrivals('search-pharmacies')).toBeGreaterThan(asked)
    await appPage.main.getByRole('button', { name: 'Search offline' }).click()
    await expect(sourceLine(appPage)).toContainText('From 200 offline pharmacies')
  },
)

test.describe('a list that is empty', () => {
  test.use({ practice: { pharmacyCount: 0 } })
  test('is said to be empty, from the insurer and kept', { tag: '@longer' }, async ({ connected }) => {
    const appPage = await connected.page()
    await appPage.goTo('Pharmacies')
    await expect(appPage.main.getByText('The insurer’s list holds no pharmacies')).toBeVisible()
    await panel(appPage).getByRole('button', { name: 'Download all pharmacies' }).click()
    await expect(panel(appPage)).toContainText('0, complete')
    await box(appPage).fill('ikeja')
    await expect(appPage.main.getByText('No pharmacy found', { exact: true })).toBeVisible()
  })
})

test(
  'names in every script and a text of 400,000 letters are shown, kept and found',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const odd = [
      { id: 1, pharmacy_name: "Ọ̀ṣun “Best” & Sons' <Pharmacy>", pharmacy_address: '1 Ìbàdàn Road' },
      { id: 2, pharmacy_name: 'صيدلية النور', pharmacy_address: 'شارع السوق 5' },
      { id: 3, pharmacy_name: 'Ụlọ Ọgwụ Ụmụahịa', pharmacy_address: `Long Street ${'x'.repeat(400_000)}` },
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
    await panel(appPage).getByRole('button', { name: 'Download all pharmacies' }).click()
    await expect(panel(appPage)).toContainText('3, complete', { timeout: 20_000 })
    await server.disconnect()
    for (const [typed, code] of [
      ['osun best sons', 'PH-1'],
      ['النور', 'PH-2'],
      ['umuahia ogwu', 'PH-3'],
    ] as const) {
      await box(appPage).fill(typed)
      await expect(rows(appPage)).toHaveCount(1)
      await expect(rows(appPage)).toContainText(code)
    }
  },
)
