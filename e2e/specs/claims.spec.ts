import type { Locator } from 'playwright-core'
import type { TestInsurer } from '#proofs/insurer/test-insurer.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

const keke = policyOf('keke')
const okada = policyOf('okada')

const gridOf = (appPage: AppPage): Locator => appPage.main.getByRole('grid', { name: 'Claims' })
/** The rows of the list that are in sight, without the headings. */
const rowsOf = (appPage: AppPage): Locator =>
  gridOf(appPage)
    .getByRole('row')
    .filter({ has: appPage.page.getByRole('gridcell') })
const searchFor = (appPage: AppPage, text: string): Promise<void> =>
  appPage.main.getByRole('searchbox', { name: 'Search in all fields' }).fill(text)

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
  await expect(appPage.main).toContainText(/Keke list from \d\d:\d\d · Okada list from \d\d:\d\d/)

  await server.disconnect()
  appPage = await connected.killAndRestart()
  await appPage.goTo('Claims')
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(all + 1))
  await expect(appPage.main.getByRole('status').filter({ hasText: 'could not be updated' })).toContainText(
    'The lists could not be updated: no connection',
  )
  await searchFor(appPage, policyWithClaim(server, 'okada').toLowerCase())
  await expect(rowsOf(appPage).first()).toContainText(policyWithClaim(server, 'okada'))
})

test('what waits, what was received and what only the insurer has are one list, each claim once', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toContainText('The insurer confirmed it.')
  await appPage.goTo('Claims')
  await expect(rowsOf(appPage).filter({ hasText: keke })).toContainText('Submitted here')
  await server.disconnect()
  await appPage.submitClaim('okada', { policyNumber: okada })
  await appPage.goTo('Claims')
  await appPage.main.getByRole('checkbox', { name: 'Submitted on this computer' }).check()
  await expect(rowsOf(appPage)).toHaveCount(2)
  await expect(rowsOf(appPage).filter({ hasText: keke })).toContainText('Submitted here')
  await expect(rowsOf(appPage).filter({ hasText: okada })).toContainText('Waiting')

  await server.reconnect()
  // As the button of the status line does, which is gone as soon as the connection is noticed without it.
  await request(appPage.page, 'engine:try-now')
  // Received, and found in the list that is fetched again by itself.
  await expect(rowsOf(appPage).filter({ hasText: okada })).toContainText('Submitted here')
  await expect(rowsOf(appPage)).toHaveCount(2)
  await rowsOf(appPage)
    .filter({ hasText: okada })
    .getByRole('link', { name: /^Submitted here/ })
    .click()
  // It stands open, with what was submitted.
  await expect(appPage.entry(okada).getByRole('heading', { name: 'What was submitted' })).toBeVisible()
})

test('states, products and days narrow the list, and the keyboard opens a claim', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Claims')
  await rowsOf(appPage).first().waitFor()
  const inStatus = server.claims('okada').filter(({ status }) => status === '2').length
  await appPage.main.getByLabel('Product').selectOption('Okada')
  const chip = appPage.main.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Status 2/ })
  await expect(chip).toHaveAccessibleName(`Status 2 , ${inStatus} claims`)
  await chip.click()
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(inStatus + 1))
  const first = await rowsOf(appPage).first().innerText()
  await rowsOf(appPage).first().focus()
  await appPage.page.keyboard.press('End')
  await expect(gridOf(appPage).locator(`[aria-rowindex="${inStatus + 1}"]`)).toBeFocused()
  await appPage.page.keyboard.press('Home')
  await expect(gridOf(appPage).locator('[aria-rowindex="2"]')).toBeFocused()
  await appPage.page.keyboard.press('Enter')
  await expect(appPage.main.getByRole('heading', { level: 1 })).toContainText(first.split('\n')[0] ?? '')
  await appPage.page.goBack()
  // As it was left.
  await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', String(inStatus + 1))
})

test(
  'the merchant’s own names for status values are shown beside the value',
  { tag: '@longer' },
  async ({ connected }) => {
    let appPage = await connected.page()
    await appPage.goTo('Claims')
    await rowsOf(appPage).first().waitFor()
    await appPage.openSettings('Advanced')
    await appPage.main.getByRole('textbox', { name: 'Name of status 2' }).fill('Ti san "owó"')
    await appPage.page.keyboard.press('Enter')
    await expect
      .poll(() =>
        appPage.page.evaluate(async () => {
          const status = await window.bridge.request('app:status')
          return status.ok ? status.value.settings.statusNames : null
        }),
      )
      .toEqual({ 2: 'Ti san "owó"' })
    appPage = await connected.killAndRestart()
    await appPage.goTo('Claims')
    await expect(appPage.main.getByRole('button', { name: 'Ti san "owó" (2)' })).toBeVisible()
  },
)

test('one claim is shown masked, kept only when the officer says so, then found without a connection', async ({
  connected,
  server,
}) => {
  let appPage = await connected.page()
  for (const product of ['keke', 'okada'] as const) {
    const name = product === 'keke' ? 'Keke' : 'Okada'
    const policy = policyWithClaim(server, product)
    await appPage.lookUp(name, policy)
    await expect(appPage.main).toContainText('Not saved on this computer.')
    await expect(appPage.main).toContainText('does not say which this is')
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
  await expect(appPage.main).toContainText(/Saved on this computer\. From the insurer \d\d:\d\d, .* ago\./)
  await expect(appPage.main.getByRole('heading', { name: 'Customer' })).toBeVisible()
  // The other one was looked at and not kept: its customer is nowhere on this computer.
  await appPage.lookUp('Keke', policyWithClaim(server, 'keke'))
  await expect(appPage.main).toContainText('The insurer could not be asked: no connection')
  await expect(appPage.main.getByRole('heading', { name: 'Customer' })).toHaveCount(0)

  await appPage.lookUp('Okada', policyWithClaim(server, 'okada'))
  await appPage.main.getByRole('button', { name: 'Remove from this computer' }).click()
  await appPage.lookUp('Okada', policyWithClaim(server, 'okada'))
  await expect(appPage.main).toContainText('The insurer could not be asked')
  await expect(appPage.main.getByRole('heading', { name: 'Customer' })).toHaveCount(0)
})

test('a policy without a claim is said to have none', async ({ connected }) => {
  const appPage = await connected.page()
  await appPage.lookUp('Keke', keke)
  await expect(appPage.main).toContainText('The insurer has no claim for this policy')
  await expect(appPage.main).toContainText('The insurer says: “No claim was made on this policy.”')
})

test('a policy is one however its number is typed: sent in one form, pointed out, forgotten as a whole', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
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
    await number.fill(` ${keke.toLowerCase()}`)
    await number.press('Tab')
    await main.getByRole('button', { name: 'Undo' }).click()
    await main.getByRole('button', { name: 'Submit claim' }).click()
    const question = page.getByRole('alertdialog', { name: 'Check before you submit' })
    await expect(question.getByRole('listitem')).toHaveText([/1 claim of this policy near this date/])
    await question.getByRole('button', { name: 'Submit all the same' }).click()
    await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
    await appPage.newClaim('okada')
    await number.fill(loose)
  })

  await test.step('the insurer gets the normal form, or what an officer insisted on', async () => {
    await server.reconnect()
    await appPage.showClaims()
    await main.getByRole('button', { name: 'Try now' }).click()
    // As many people type it.
    await appPage.requestPharmacy(keke.toLowerCase().replaceAll('/', ' '))
    await appPage.showClaims()
    await expect(main.getByText('The insurer confirmed it.')).toHaveCount(2)
    expect(server.claims('keke').filter(({ policy_number }) => policy_number === keke)).toHaveLength(1)
    expect(server.pharmacyRequests().map(({ policy_no }) => policy_no)).toEqual([keke])
    // This server takes a number as it is written: the one in small letters is unknown to it.
    const refused = main.getByRole('listitem').filter({ hasText: 'Not accepted' })
    await expect(refused).toContainText(keke.toLowerCase())
    await appPage.act(refused, 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(refused).toHaveCount(0)
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
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(main).toContainText(`Data of policy ${keke} deleted`)
    await appPage.showClaims()
    await expect(main.getByRole('listitem')).toHaveCount(0)
    await appPage.showClaims('Drafts')
    await expect(main.getByText('No drafts')).toBeVisible()
  })
})

test(
  'drafts, entries and received claims are copied as new, with a reference of their own',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const details = 'Ọ̀kadà kan ṣubú; "Ìyá Àgbà" מונית <b>x</b>'
    await appPage.submitClaim('okada', { policyNumber: okada, incidentDetails: details })
    await appPage.showClaims()
    await expect(appPage.entry(okada)).toContainText('The insurer confirmed it.')
    const shownRow = await appPage.openEntry(okada)
    await shownRow.getByRole('button', { name: /^Copy as new/ }).click()
    await expect(appPage.main.getByRole('textbox', { name: 'What happened' })).toHaveValue(details)
    const reference = await appPage.main.getByText('is added in front').innerText()

    // From the insurer's list, where the details begin with the old reference.
    await appPage.lookUp('Okada', okada)
    await expect(appPage.main).toContainText(details)
    await appPage.main
      .getByRole('button', { name: `Copy as new: claim of ${okada}` })
      .first()
      .click()
    await expect(appPage.main.getByRole('textbox', { name: 'What happened' })).toHaveValue(details)
    await expect(appPage.field('Estimate of repair')).toHaveValue('45000')
    expect(await appPage.main.getByText('is added in front').innerText()).not.toBe(reference)

    await appPage.showClaims('Drafts')
    const drafts = appPage.main.getByRole('list', { name: 'Drafts' }).getByRole('listitem')
    await expect(drafts).toHaveCount(2)
    await drafts.first().getByRole('button', { name: 'Copy as new' }).click()
    await expect(appPage.field('Policy number')).toHaveValue(okada)
    await appPage.showClaims('Drafts')
    await expect(drafts).toHaveCount(3)
    expect(server.claims('okada').filter(({ policy_number }) => policy_number === okada)).toHaveLength(1)
  },
)

test('the list shows text of every script as text', { tag: '@longer' }, async ({ connected }) => {
  const appPage = await connected.page()
  const details = '<img src=x onerror=alert(1)> Ẹ̀gbọ́n "O\'Neil" ị́kwụ́ — سيارة'
  await appPage.submitClaim('keke', { policyNumber: keke, incidentDetails: details })
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toContainText('The insurer confirmed it.')
  await appPage.goTo('Claims')
  await searchFor(appPage, 'EGBON o’neil ikwu سيارة')
  await expect(rowsOf(appPage)).toHaveCount(1)
  await expect(rowsOf(appPage)).toContainText(details)
  expect(await gridOf(appPage).locator('img').count()).toBe(0)
})

test(
  'a list that cannot be understood leaves the kept one in place',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    await appPage.goTo('Claims')
    await rowsOf(appPage).first().waitFor()
    // The two lists come one after the other: rows of the first are not all there is.
    await expect(appPage.main).toContainText(/Keke list from .*Okada list from/)
    const count = await gridOf(appPage).getAttribute('aria-rowcount')
    server.faults.set('list-keke-claims', { type: 'wrong-shape' })
    await appPage.main.getByRole('button', { name: 'Update' }).click()
    await expect(appPage.main).toContainText(
      'The keke list could not be updated: the answer could not be understood',
    )
    await expect(gridOf(appPage)).toHaveAttribute('aria-rowcount', count ?? '')
  },
)

test('list and claim can be used by everyone, light and dark', async ({ connected, server }) => {
  const appPage = await connected.page()
  await appPage.goTo('Claims')
  await rowsOf(appPage).first().waitFor()
  await expectAccessible(appPage.page, 'claims')
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.lookUp('Keke', policyWithClaim(server, 'keke'))
  await appPage.main.getByRole('heading', { name: 'Customer' }).waitFor()
  await expectAccessible(appPage.page, 'one claim')
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill(keke)
  await appPage.main.getByText('other claim of this policy').first().waitFor()
  await expectAccessible(appPage.page, 'a claim that may be known already')
})
