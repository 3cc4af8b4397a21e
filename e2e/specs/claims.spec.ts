import type { Locator } from 'playwright-core'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

const [keke, okada] = [policyOf('keke'), policyOf('okada')]

const gridOf = (appPage: AppPage): Locator => appPage.main.getByRole('grid', { name: 'Claims' })
/** The rows of the list that are in sight, without the headings. */
const rowsOf = (appPage: AppPage): Locator =>
  gridOf(appPage)
    .getByRole('row')
    .filter({ has: appPage.page.getByRole('gridcell') })
const searchFor = (appPage: AppPage, text: string): Promise<void> =>
  appPage.main.getByRole('searchbox', { name: 'Search in all fields' }).fill(text)

/** It says as of when the lists are. */
const updateButton = (appPage: AppPage): Locator =>
  appPage.main.getByRole('button', { name: /^Update(?:d \S+)?$/ })

/** A policy the server has claims of. */
function policyWithClaim(server: TestInsurer, product: 'keke' | 'okada'): string {
  const row = server.claims(product).findLast(({ deleted_at }) => deleted_at === null)
  if (row === undefined) throw new Error('The server has no claims.')
  return row.policy_number
}

test('both lists are fetched, kept, and shown again without a connection after a kill', async ({
  connected,
  server,
}) => {
  let appPage = await connected.page()
  const all = server.claims('keke').length + server.claims('okada').length
  await appPage.goTo('Claims')
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(all + 1))
  await expect(updateButton(appPage)).toHaveText(/Updated \d\d:\d\d/)

  await server.disconnect()
  appPage = await connected.killAndRestart()
  await appPage.goTo('Claims')
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(all + 1))
  await expect(updateButton(appPage)).toHaveText(/Updated \d\d:\d\d/)
  await searchFor(appPage, policyWithClaim(server, 'okada').toLowerCase())
  await expect(rowsOf(appPage).first()).toContainText(policyWithClaim(server, 'okada'))
  // Said once.
  await expect(appPage.main.getByText('No connection', { exact: true })).toHaveCount(1)
  await expect(appPage.main.getByText('could not be updated')).toHaveCount(0)
})

test('groups, status, product and days narrow the list, columns sort it, and the keyboard opens a claim beside it', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  const rows = async (count: number): Promise<void> =>
    await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(count + 1))
  await appPage.showClaims('Received')
  const okadas = server.claims('okada')
  await main.getByRole('combobox', { name: 'Product' }).selectOption('Okada')
  await rows(okadas.length)
  await main.getByRole('button', { name: 'Sort by Estimate' }).click()
  await expect(main.getByRole('columnheader', { name: 'Estimate' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const dearest = Math.max(...okadas.map(({ estimate_of_repair: estimate }) => estimate))
  await expect(gridOf(appPage).locator('[aria-rowindex="2"]')).toContainText(dearest.toLocaleString('en'))

  const days = okadas.map(({ date_of_occurance: day }) => day).sort()
  const from = days[Math.floor(days.length / 2)] ?? ''
  await main.getByRole('button', { name: 'More filters' }).click()
  await main.getByRole('textbox', { name: 'Incident from' }).fill(from.split('-').reverse().join('/'))
  await rows(days.filter((day) => day >= from).length)
  await expectAccessible(page, 'claims, more filters')
  await page.keyboard.press('Escape')
  // What is hidden again is counted.
  await expect(main.getByRole('button', { name: 'More filters (1)' })).toBeVisible()
  await main.getByRole('button', { name: 'Clear the filters' }).click()

  const inStatus = okadas.filter(({ status }) => status === '2').length
  await main.getByRole('combobox', { name: 'Product' }).selectOption('Okada')
  await main
    .getByRole('combobox', { name: 'Status at the insurer' })
    .selectOption({ label: `Status 2 (${inStatus})` })
  await rows(inStatus)
  await rowsOf(appPage).first().focus()
  await page.keyboard.press('End')
  await expect(gridOf(appPage).locator(`[aria-rowindex="${inStatus + 1}"]`)).toBeFocused()
  await page.keyboard.press('Home')
  const first = gridOf(appPage).locator('[aria-rowindex="2"]')
  await expect(first).toBeFocused()
  const policy = (await first.getByRole('gridcell').nth(1).getAttribute('title')) ?? ''
  await page.keyboard.press('Enter')
  const beside = main.getByRole('complementary', { name: 'The selected claim' })
  await expect(beside.getByRole('heading', { name: policy })).toBeVisible()
  await expect(beside.getByRole('heading', { level: 2, name: 'Status 2' })).toBeVisible()
  await expectAccessible(page, 'claims, one beside the list')
  await beside.getByRole('link', { name: 'Whole page' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(policy)

  // In the order of the list; Back leads to it, as it was left.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(policy)
  await main.getByRole('button', { name: 'Previous claim' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(policy)
  await expect(main.getByRole('button', { name: 'Previous claim' })).toBeDisabled()
  await page.goBack()
  await rows(inStatus)
  await main.getByRole('button', { name: 'Clear the filters' }).click()
  await appPage.showClaims()
})

test('a policy without a claim is said to have none', async ({ connected }) => {
  const appPage = await connected.page()
  await appPage.lookUp('Keke', keke)
  await expect(appPage.main).toContainText('The insurer has no claim for this policy')
  await expect(appPage.main).toContainText('The insurer says: “No claim was made on this policy.”')
})

test('one claim is shown masked, kept only when the officer says so, then found without a connection', async ({
  connected,
  server,
}) => {
  let appPage = await connected.page()
  const customer = (): Locator => appPage.main.getByRole('heading', { name: 'Customer' })
  for (const product of ['keke', 'okada'] as const) {
    const name = product === 'keke' ? 'Keke' : 'Okada'
    const policy = policyWithClaim(server, product)
    await appPage.lookUp(name, policy)
    await expect(appPage.main).toContainText('Not saved on this computer.')
    const phone = appPage.main.getByRole('button', { name: 'Show Phone' })
    await expect(appPage.main).not.toContainText('0800000')
    await phone.click()
    await expect(appPage.main).toContainText('0800000')
    // Left and opened again, everything is hidden.
    await appPage.lookUp(name, policy)
    await phone.waitFor()
    await expect(appPage.main).not.toContainText('0800000')
  }
  await appPage.main.getByRole('button', { name: 'Save for offline use' }).click()
  await expect(appPage.main).toContainText('Saved on this computer')

  await server.disconnect()
  appPage = await connected.killAndRestart()
  await appPage.lookUp('Okada', policyWithClaim(server, 'okada'))
  await expect(appPage.main).toContainText(/Saved on this computer\. From the insurer \d\d:\d\d\./)
  await expect(customer()).toBeVisible()
  // The other one was looked at and not kept: its customer is nowhere on this computer.
  await appPage.lookUp('Keke', policyWithClaim(server, 'keke'))
  await expect(appPage.main).toContainText('The insurer could not be asked: no connection')
  await expect(customer()).toHaveCount(0)

  await appPage.lookUp('Okada', policyWithClaim(server, 'okada'))
  await appPage.main.getByRole('button', { name: 'Remove from this computer' }).click()
  await appPage.lookUp('Okada', policyWithClaim(server, 'okada'))
  await expect(appPage.main).toContainText('The insurer could not be asked')
  await expect(customer()).toHaveCount(0)
})

test('what waits, what was received and what only the insurer has are one list, each claim once', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main } = appPage
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.showClaims('Received')
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await server.disconnect()
  await appPage.submitClaim('okada', { policyNumber: okada })
  await appPage.showClaims('On its way')
  await expect(rowsOf(appPage)).toHaveCount(1)
  await expect(appPage.entry(okada)).toContainText('Waiting')
  await appPage.showClaims('Everything')
  await main.getByRole('button', { name: 'More filters' }).click()
  await main.getByRole('combobox', { name: 'Whose' }).selectOption('From this computer')
  await expect(rowsOf(appPage)).toHaveCount(2)

  await server.reconnect()
  // As the button of the status line does, which is gone as soon as the connection is noticed without it.
  await request(appPage.page, 'engine:try-now')
  // Received, and found in the list that is fetched again by itself.
  await expect(appPage.entry(okada)).toContainText('Status 0')
  await expect(rowsOf(appPage)).toHaveCount(2)
  await main.getByRole('button', { name: 'Clear the filters' }).click()
  const all = server.claims('keke').length + server.claims('okada').length
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(all + 1))
})

test('a policy with several claims: each leads to the others, and the answer may be about any', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { main } = appPage
  const policy = policyWithClaim(server, 'keke')
  const known = server.claims('keke').filter(({ policy_number: number }) => number === policy).length
  await appPage.submitClaim('keke', { policyNumber: policy, occurrenceDate: '2026-03-14' })
  await appPage.showClaims()
  await searchFor(appPage, policy)
  await expect(rowsOf(appPage)).toHaveCount(known + 1)
  await appPage.lookUp('Keke', policy)
  await expect(main).toContainText('does not say which this is')
  const others = main
    .getByRole('region', { name: 'Claims of this policy that are known here' })
    .getByRole('listitem')
  await expect(others).toHaveCount(known + 1)
  await others.filter({ hasText: '14 March 2026' }).getByRole('link').click()
  await main.getByRole('heading', { name: 'Delivery' }).waitFor()
  await expect(others).toHaveCount(known)
})

test('a policy is one however its number is typed: sent in one form, pointed out, forgotten as a whole', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  const keke = policyOf('keke', 1)
  const number = appPage.field('Policy number')
  const loose = keke.toLowerCase().replace('/', ' / ')
  await server.disconnect()

  await test.step('leaving the field makes the normal form, and the keyboard undoes it', async () => {
    await appPage.newClaim('keke')
    await number.pressSequentially(loose)
    await expect(main.getByText(`Will be changed to ${keke}`)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(appPage.field('Claimant’s identification')).toBeFocused()
    await expect(number).toHaveValue(keke)
    await expect(page.getByRole('status').filter({ hasText: `Changed to ${keke}` })).toHaveCount(1)
    await expectAccessible(page, 'policy number changed')
    await page.keyboard.press('Shift+Tab')
    await expect(main.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(number).toHaveValue(loose)
    await expect(main.getByText('Kept as typed')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(number, 'leaving it again changes nothing').toHaveValue(loose)
    await expectAccessible(page, 'policy number kept as typed')
    await expectFits(page, 'policy number kept as typed')
    await page.keyboard.press('Enter')
    await expect(number).toHaveValue(keke)
  })

  await test.step('a second claim near the same date is pointed out and never blocked', async () => {
    await appPage.fillClaim({ policyNumber: loose, occurrenceDate: '2026-03-14' })
    await appPage.submit()
    await appPage.newClaim('okada')
    await appPage.fillClaim({
      policyNumber: `\u200b${keke.replaceAll('/', '\\')}.`,
      occurrenceDate: '2026-03-20',
    })
    const radar = main.getByRole('complementary', { name: 'Similar claims' })
    await expect(radar).toContainText('1 claim of this policy near this date')
    await expect(radar).toContainText('14 March 2026 (6 days apart)')
    await expect(radar).toContainText('Keke claim')
    await expect(radar).toContainText('Waiting')
    await expectAccessible(page, 'a claim that may be known already')
    await number.fill(` ${keke.toLowerCase()}`)
    await number.press('Tab')
    await main.getByRole('button', { name: 'Undo' }).click()
    await main.getByRole('button', { name: 'Submit claim' }).click()
    const question = page.getByRole('alertdialog', { name: 'Check before you submit' })
    await expect(question.getByRole('listitem')).toHaveText([/1 claim of this policy near this date/])
    await question.getByRole('button', { name: 'Submit all the same' }).click()
    await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
    await appPage.newClaim('okada')
    await number.fill(loose)
  })

  await test.step('the insurer gets the normal form, or what an officer insisted on', async () => {
    await server.reconnect()
    await request(page, 'engine:try-now')
    // As many people type it.
    await appPage.requestPharmacy(keke.toLowerCase().replaceAll('/', ' '))
    await appPage.showRequests()
    await expect(main.locator('li[data-situation=received]')).toHaveCount(1)
    await appPage.showClaims('Received')
    await searchFor(appPage, keke)
    await expect(rowsOf(appPage)).toHaveCount(1)
    await expect(rowsOf(appPage)).toHaveAttribute('data-situation', 'received')
    expect(server.claims('keke').filter(({ policy_number }) => policy_number === keke)).toHaveLength(1)
    expect(server.pharmacyRequests().map(({ policy_no }) => policy_no)).toEqual([keke])
    // This server takes a number as it is written: the one in small letters is unknown to it.
    await appPage.showClaims('Needs you')
    await expect(rowsOf(appPage)).toContainText(keke.toLowerCase())
    await appPage.act(keke.toLowerCase(), 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(main.getByText('No matching claims')).toBeVisible()
  })

  await test.step('it is forgotten with everything, whatever was typed', async () => {
    await page.evaluate(() => (location.hash = '/settings/kept-data'))
    await number.fill(loose)
    await page.keyboard.press('Enter')
    const found = main.getByRole('status').filter({ hasText: `Stored about policy ${keke}` })
    await expect(found.getByText('Keke claim, saved')).toHaveCount(1)
    await expect(found.getByText('Okada claim, saved')).toHaveCount(1)
    await expect(found.getByText('Pharmacy request, saved')).toHaveCount(1)
    await expect(found).toContainText('1 draft')
    await main.getByRole('button', { name: 'Delete this policy’s data' }).click()
    await connected.app.answerDialog('Delete')
    await expect(main).toContainText(`Data of policy ${keke} deleted`)
    // The insurer would list the one that it has again.
    await server.disconnect()
    await appPage.showClaims()
    await searchFor(appPage, keke)
    await expect(main.getByText('No matching claims')).toBeVisible()
    await appPage.showRequests()
    await expect(main.getByRole('listitem')).toHaveCount(0)
  })
})

test(
  'drafts, entries and received claims are copied as new, with a reference of their own',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main } = appPage
    const okada = policyOf('okada', 1)
    const details = 'Ọ̀kadà kan ṣubú; "Ìyá Àgbà" מונית <b>x</b>'
    const isCopied = async (): Promise<string> => {
      await expect(main.getByRole('textbox', { name: 'What happened' })).toHaveValue(details)
      return await main.getByText(/^Reference /).innerText()
    }
    await appPage.submitClaim('okada', { policyNumber: okada, incidentDetails: details })
    await appPage.showClaims('Received')
    // What the test before looked for stays.
    await searchFor(appPage, okada)
    await appPage.openEntry(okada)
    await main.getByRole('complementary').getByRole('button', { name: 'More' }).click()
    await main.getByRole('complementary').getByRole('menuitem', { name: 'Copy as new' }).click()
    const references = [await isCopied()]

    // From the insurer's list, where the details begin with the old reference.
    await appPage.lookUp('Okada', okada)
    await main.getByRole('button', { name: `Copy as new: claim of ${okada}` }).click()
    references.push(await isCopied())
    await expect(appPage.field('Estimate of repair')).toHaveValue('45000')

    // From a draft, with what was typed last.
    await appPage.field('Place of the incident').fill('3 Made-up Road')
    await main.getByRole('button', { name: 'Copy as new' }).click()
    await expect(main.getByText(references[1] ?? '')).toHaveCount(0)
    references.push(await isCopied())
    await expect(appPage.field('Place of the incident')).toHaveValue('3 Made-up Road')
    expect(new Set(references).size).toBe(3)
    await appPage.showClaims('Drafts')
    await expect(rowsOf(appPage)).toHaveCount(3)
    expect(server.claims('okada').filter(({ policy_number }) => policy_number === okada)).toHaveLength(1)
  },
)

test(
  'the merchant’s own names for status values are shown in place of the value',
  { tag: '@longer' },
  async ({ connected }) => {
    let appPage = await connected.page()
    await appPage.goTo('Claims')
    await rowsOf(appPage).first().waitFor()
    await appPage.openSettings('Advanced')
    await appPage.main.getByRole('textbox', { name: 'Name of status 2' }).fill('Ti san "owó"')
    await appPage.page.keyboard.press('Enter')
    await expect
      .poll(async () => (await request(appPage.page, 'app:status')).settings.statusNames)
      .toEqual({ 2: 'Ti san "owó"' })
    appPage = await connected.killAndRestart()
    await appPage.goTo('Claims')
    await expect(rowsOf(appPage).filter({ hasText: 'Ti san "owó"' }).first()).toBeVisible()
    const filter = appPage.main.getByRole('combobox', { name: 'Status at the insurer' })
    await expect(filter.getByRole('option', { name: /^Ti san "owó" \(\d+\)$/ })).toHaveCount(1)
  },
)
